import pg from 'pg';

/** Host and TLS verification of a database address, as the driver interprets it. */
export interface ConnectionTarget {
  /** A name, an address or, of a Unix socket, a path. */
  host: string;
  port: number;
  /** Whether the server must show a certificate for that name. */
  isVerified: boolean;
}

/**
 * Parses a database address. Opens only the certificate files that it names.
 *
 * @throws Error when one of them cannot be read
 */
export function readConnectionTarget(url: string): ConnectionTarget {
  const { host, port, ssl } = new pg.Client({ connectionString: url });
  return { host, port, isVerified: isVerifying(ssl) };
}

function isVerifying(ssl: unknown): boolean {
  if (typeof ssl !== 'object' || ssl === null) return ssl === true;
  const { rejectUnauthorized, checkServerIdentity } = ssl as {
    rejectUnauthorized?: boolean;
    checkServerIdentity?: unknown;
  };
  // `verify-ca` of libpq takes any name, by a check of its own that does nothing.
  return rejectUnauthorized !== false && checkServerIdentity === undefined;
}
