import { serverAddresses } from './database/addresses.ts';
import { readConnectionTarget } from './database/connection-target.ts';
import { isOwnMachine } from './http/own-machine.ts';

/** Connections that INTAKE_ALLOW_PLAIN may leave unencrypted. Never those to the card provider. */
export const mayBePlain = ['database', 'mail', 'files', 'traces'] as const;
export type MayBePlain = (typeof mayBePlain)[number];

/** Whether a host, named without a port, is another machine. The path of a Unix socket is not. */
export const isBeyondThisMachine = (host: string): boolean =>
  !(isOwnMachine(host) || host.startsWith('/') || /(?:^|\.)localhost\.?$/.test(host));

/** Variables that name a database. */
const databaseVariables = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'DATABASE_OWNER_URL'] as const;

type Addresses = Partial<
  Record<
    (typeof databaseVariables)[number] | 'SMTP_URL' | 'FILES_URL' | 'STRIPE_API_BASE' | 'OTEL_EXPORTER_OTLP_ENDPOINT',
    string
  >
>;

/** A connection to another machine that is open to a man in the middle. */
export interface PlainConnection {
  /** Its name in INTAKE_ALLOW_PLAIN; undefined where it cannot be allowed. */
  kind: MayBePlain | undefined;
  /** Which variable to set, and how. */
  fault: string;
}

/** @param addresses each known to be an address */
export function findPlainConnections(addresses: Addresses): PlainConnection[] {
  const { SMTP_URL, FILES_URL, STRIPE_API_BASE, OTEL_EXPORTER_OTLP_ENDPOINT } = addresses;
  return [
    ...databaseVariables.map((name) => judgeDatabase(name, addresses[name])),
    SMTP_URL === undefined ? undefined : judgeMail(SMTP_URL),
    FILES_URL !== undefined && isPlainHttp(FILES_URL)
      ? {
          kind: 'files' as const,
          fault: 'FILES_URL must begin with https:// in production: it goes to another machine',
        }
      : undefined,
    STRIPE_API_BASE !== undefined && isPlainHttp(STRIPE_API_BASE)
      ? { kind: undefined, fault: 'STRIPE_API_BASE must begin with https:// in production: it goes to another machine' }
      : undefined,
    OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && isPlainHttp(OTEL_EXPORTER_OTLP_ENDPOINT)
      ? {
          kind: 'traces' as const,
          fault: 'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production: it goes to another machine',
        }
      : undefined,
  ].filter((each) => each !== undefined);
}

const hostOf = (url: URL) => decodeURIComponent(url.hostname);

function isPlainHttp(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && isBeyondThisMachine(hostOf(url));
}

function judgeDatabase(name: string, address: string | undefined): PlainConnection | undefined {
  if (address === undefined) return undefined;
  try {
    const targets = serverAddresses(address).map(readConnectionTarget);
    if (targets.every(({ host, isVerified }) => isVerified || !isBeyondThisMachine(host))) return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === undefined
        ? 'has options for TLS that contradict one another'
        : `names a certificate file that cannot be read (${code})`;
    return { kind: undefined, fault: `${name} ${reason}` };
  }
  return {
    kind: 'database',
    fault: `${name} goes to another machine, whose certificate is not verified: add ?sslmode=verify-full to it, and sslrootcert=<file> for an authority of your own`,
  };
}

function judgeMail(address: string): PlainConnection | undefined {
  const url = new URL(address);
  if (!isBeyondThisMachine(hostOf(url))) return undefined;
  const { searchParams } = url;
  const isOn = (name: string) => ['true', '1'].includes(searchParams.get(name) ?? '');
  const isRequired = url.protocol === 'smtps:' || (isOn('requireTLS') && !isOn('ignoreTLS'));
  if (!isRequired)
    return {
      kind: 'mail',
      fault:
        'SMTP_URL goes to another machine without required encryption: begin it with smtps://, or add ?requireTLS=true for STARTTLS',
    };
  if (/^TLSv1(?:\.1)?$/.test(searchParams.get('tls.minVersion') ?? ''))
    return {
      kind: 'mail',
      fault: 'SMTP_URL lets TLS 1.0 or 1.1 be spoken: take tls.minVersion out',
    };
  if (searchParams.has('tls.rejectUnauthorized') && !isOn('tls.rejectUnauthorized'))
    return {
      kind: 'mail',
      fault: 'SMTP_URL switches off the check of the certificate: take tls.rejectUnauthorized out',
    };
  return undefined;
}
