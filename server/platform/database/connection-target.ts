import pg from 'pg';

/** Where a database address leads, and how safely, as the driver itself understands it. */
export interface ConnectionTarget {
  /** A name, an address or, of a Unix socket, a path. */
  host: string;
  /** Whether the server must show a certificate for that name. */
  isVerified: boolean;
}

/**
 * Nothing is opened but the certificate files that the address names.
 *
 * @throws Error when one of them cannot be read
 */
export function readConnectionTarget(url: string): ConnectionTarget {
  const { host, ssl } = new pg.Client({ connectionString: url });
  return { host, isVerified: isVerifying(ssl) };
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
