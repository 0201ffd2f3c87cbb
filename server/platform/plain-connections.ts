import { readConnectionTarget } from './database/connection-target.ts';
import { isOwnMachine } from './http/own-machine.ts';

/** Connections an operator may leave unencrypted by name, in INTAKE_ALLOW_PLAIN. Never those that cards are paid over. */
export const mayBePlain = ['database', 'mail', 'files'] as const;
export type MayBePlain = (typeof mayBePlain)[number];

/** Whether a host, named without a port, is another machine than ours; the path of a Unix socket is ours. */
export const isBeyondThisMachine = (host: string): boolean =>
  !(isOwnMachine(host) || host.startsWith('/') || /(?:^|\.)localhost\.?$/.test(host));

type Addresses = Partial<
  Record<'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'SMTP_URL' | 'FILES_URL' | 'STRIPE_API_BASE', string>
>;

/** A connection to another machine that somebody in between could read or answer. */
export interface PlainConnection {
  /** What it may be named by in INTAKE_ALLOW_PLAIN; undefined where it must not. */
  kind: MayBePlain | undefined;
  /** Which variable to set, and how. */
  fault: string;
}

/** @param addresses each known to be an address */
export function findPlainConnections(addresses: Addresses): PlainConnection[] {
  const { DATABASE_URL, DATABASE_OWNER_URL, SMTP_URL, FILES_URL, STRIPE_API_BASE } = addresses;
  return [
    DATABASE_URL === undefined ? undefined : judgeDatabase('DATABASE_URL', DATABASE_URL),
    DATABASE_OWNER_URL === undefined ? undefined : judgeDatabase('DATABASE_OWNER_URL', DATABASE_OWNER_URL),
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
  ].filter((each) => each !== undefined);
}

const hostOf = (url: URL) => decodeURIComponent(url.hostname);

function isPlainHttp(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && isBeyondThisMachine(hostOf(url));
}

function judgeDatabase(name: string, address: string): PlainConnection | undefined {
  try {
    const { host, isVerified } = readConnectionTarget(address);
    if (isVerified || !isBeyondThisMachine(host)) return undefined;
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
  if (searchParams.has('tls.rejectUnauthorized') && !isOn('tls.rejectUnauthorized'))
    return {
      kind: 'mail',
      fault: 'SMTP_URL switches off the check of the certificate: take tls.rejectUnauthorized out',
    };
  return undefined;
}
