import path from 'node:path';
import { list, Variables } from './env-variables.ts';
import { isOwnMachine } from './http/own-machine.ts';
import { findPlainConnections, isBeyondThisMachine } from './plain-connections.ts';
import { takeSecretFiles } from './secret-files.ts';
import { faultsOfSecrets, findWeakness } from './secret-strength.ts';
import { findUnlisted } from './outbound-hosts.ts';
import { readRetention, type Retention } from './retention.ts';
import { readTracing, type TracingSettings } from './tracing/tracing-env.ts';

/** The process's environment, read once. Names are fixed; see the README for what each does. */
export interface Env {
  production: boolean;
  port: number;
  host: string;
  appUrl: string;
  /** The origin that serves uploaded files: `appUrl` unless they have one of their own. */
  uploadsUrl: string;
  demoPort: number;
  /** Students that the demonstration has; none in production. */
  demonstrationStudents: number;
  /** Names one server or several, or a pooler in transaction mode. */
  databaseUrl: string | undefined;
  /** Past that pooler, for what needs a session. */
  databaseDirectUrl: string | undefined;
  /** Names standbys that reports are read from. */
  databaseReadUrl: string | undefined;
  /** How many seconds a standby may lag behind. */
  databaseReadLagSeconds: number;
  dataDir: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | undefined } | undefined;
  filesUrl: string | undefined;
  metricsToken: string | undefined;
  securityContact: string | undefined;
  trustedProxies: string[];
  /** The only hosts that may be called; undefined for all. */
  outboundHosts: string[] | undefined;
  logLevel: string;
  /** The file that security events are appended to; undefined for standard output. */
  securityLog: string | undefined;
  /** Where traces go; undefined for nowhere. */
  tracing: TracingSettings | undefined;
  startsAt: Date | undefined;
  retention: Retention;
  secrets: string[];
  /** Legal but risky settings, logged at each start. */
  warnings: string[];
}

/** Invalid environment, with all faults at once. Names variables, never values: they may be secrets. */
export class WrongEnvironment extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'WrongEnvironment';
    this.faults = faults;
  }
}

/**
 * @param source usually `process.env`; an empty value counts as unset. Of a secret the file is read that its variable
 *   with `_FILE` names
 * @throws WrongEnvironment naming every fault at once
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const { variables: set, faults } = takeSecretFiles(source);
  const parsed = Variables.safeParse(set);
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => issue.message));
  faults.push(...faultsTogether(set));
  if (parsed.success) faults.push(...faultsOfAddresses(parsed.data));
  if (!parsed.success || faults.length > 0) throw new WrongEnvironment(faults);
  const variables = parsed.data;
  const ownPort = Number(variables.PORT ?? 4000);
  const appUrl = new URL(variables.APP_URL ?? `http://localhost:${ownPort}`).origin;
  return {
    production: variables.NODE_ENV === 'production',
    port: ownPort,
    host: variables.HOST ?? '127.0.0.1',
    appUrl,
    uploadsUrl: new URL(variables.UPLOADS_URL ?? appUrl).origin,
    demoPort: Number(variables.DEMO_PORT ?? ownPort + 1),
    demonstrationStudents: variables.NODE_ENV === 'production' ? 0 : Number(variables.DEMO_STUDENTS ?? 0),
    databaseUrl: variables.DATABASE_URL,
    databaseDirectUrl: variables.DATABASE_DIRECT_URL,
    databaseReadUrl: variables.DATABASE_READ_URL,
    databaseReadLagSeconds: Number(variables.DATABASE_READ_LAG ?? 10),
    dataDir: variables.DATA_DIR ?? './data',
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? 'Intake <no-reply@intake.localhost>',
    stripe: variables.STRIPE_SECRET_KEY
      ? {
          secretKey: variables.STRIPE_SECRET_KEY,
          webhookSecret: variables.STRIPE_WEBHOOK_SECRET!,
          apiBase: variables.STRIPE_API_BASE,
        }
      : undefined,
    filesUrl: variables.FILES_URL,
    metricsToken: variables.METRICS_TOKEN,
    securityContact: variables.SECURITY_CONTACT,
    trustedProxies: list(variables.TRUSTED_PROXIES),
    outboundHosts: hostsOf(variables),
    // On a terminal warnings are enough; a log collector in production wants all lines.
    logLevel: variables.LOG_LEVEL ?? (variables.NODE_ENV === 'production' ? 'info' : 'warn'),
    securityLog: securityLogOf(variables),
    tracing: readTracing(variables),
    startsAt: variables.INTAKE_NOW ? new Date(variables.INTAKE_NOW) : undefined,
    retention: readRetention(list(variables.RETENTION_DAYS)).retention,
    secrets: list(variables.INTAKE_SECRETS),
    warnings: variables.NODE_ENV === 'production' ? warningsInProduction(variables) : [],
  };
}

/** A newcomer's terminal is no place for JSON; in production a collector takes standard output to another machine. */
function securityLogOf({ SECURITY_LOG, NODE_ENV, DATA_DIR = './data' }: Variables): string | undefined {
  if (SECURITY_LOG !== undefined) return SECURITY_LOG === 'stdout' ? undefined : SECURITY_LOG;
  return NODE_ENV === 'production' ? undefined : path.join(DATA_DIR, 'security.log');
}

const hostsOf = ({ OUTBOUND_HOSTS }: Variables) => (OUTBOUND_HOSTS ? list(OUTBOUND_HOSTS) : undefined);

/** Variables that name a host this process calls. */
const addressVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'FILES_URL',
  'STRIPE_API_BASE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const;

/** Hosts that `OUTBOUND_HOSTS` omits: fail fast at the start, not at the first mail. */
function hostsLeftOut(variables: Variables): string[] {
  const isCardKeyAlone = variables.STRIPE_SECRET_KEY && !variables.STRIPE_API_BASE;
  const named = {
    ...Object.fromEntries(addressVariables.map((name) => [name, variables[name]])),
    STRIPE_SECRET_KEY: isCardKeyAlone ? 'https://api.stripe.com' : undefined,
  };
  return findUnlisted(hostsOf(variables), named).map(
    (variable) =>
      `OUTBOUND_HOSTS does not name the host that ${variable} ${variable === 'STRIPE_SECRET_KEY' ? 'is for, api.stripe.com' : 'names'}`,
  );
}

/** Faults in combinations of variables. */
function faultsTogether(variables: Readonly<Record<string, string>>): string[] {
  const faults = [...hostsLeftOut(variables), ...readRetention(list(variables.RETENTION_DAYS)).faults];
  if (variables.DATABASE_DIRECT_URL && !variables.DATABASE_URL)
    faults.push('DATABASE_URL is missing although DATABASE_DIRECT_URL, which leads past its pooler, is set');
  if (variables.DATABASE_READ_URL && !variables.DATABASE_URL)
    faults.push('DATABASE_URL is missing although DATABASE_READ_URL, which names its standby, is set');
  if (variables.STRIPE_SECRET_KEY && !variables.STRIPE_WEBHOOK_SECRET)
    faults.push('STRIPE_WEBHOOK_SECRET is missing: without it no payment could be confirmed');
  if (variables.STRIPE_WEBHOOK_SECRET && !variables.STRIPE_SECRET_KEY)
    faults.push('STRIPE_SECRET_KEY is missing although STRIPE_WEBHOOK_SECRET is set');
  const modes = new Set([variables.STRIPE_SECRET_KEY, variables.STRIPE_PUBLISHABLE_KEY].map(modeOf).filter(Boolean));
  if (modes.size > 1) faults.push('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must be of one mode, test or live');
  const ownPort = variables.PORT ?? '4000';
  if (variables.DEMO_PORT === ownPort || (!variables.DEMO_PORT && ownPort === '65535'))
    faults.push('DEMO_PORT must be a port of its own');
  if (variables.NODE_ENV === 'production') return [...faults, ...faultsInProduction(variables)];
  // Demonstration accounts and the pages under /dev are open then; real money must not be possible beside them.
  if (modeOf(variables.STRIPE_SECRET_KEY) === 'live')
    faults.push('STRIPE_SECRET_KEY is a live key: set NODE_ENV=production');
  return faults;
}

const modeOf = (stripeKey: string | undefined) => /^[a-z]+_(test|live)_/.exec(stripeKey ?? '')?.[1];

/** Faults in production, where no stand-in replaces a missing service. */
function faultsInProduction(variables: Readonly<Record<string, string>>): string[] {
  const needed = {
    APP_URL: 'the address people use',
    DATABASE_URL: 'a PostgreSQL server that is backed up',
    SMTP_URL: 'the development mailbox sends nothing',
    MAIL_FROM: 'the sender of every mail',
    STRIPE_SECRET_KEY: 'the card sandbox takes no money',
    INTAKE_SECRETS: 'codes and links are signed with it',
  } as const;
  const names = Object.keys(needed) as (keyof typeof needed)[];
  const faults = names
    .filter((name) => !variables[name])
    .map((name) => `${name} is missing in production: ${needed[name]}`);
  for (const name of ['APP_URL', 'UPLOADS_URL'])
    if (variables[name] && !variables[name].startsWith('https://'))
      faults.push(`${name} must begin with https:// in production`);
  if (modeOf(variables.STRIPE_SECRET_KEY) === 'test' && variables.INTAKE_ALLOW_TEST_CARDS !== '1')
    faults.push('STRIPE_SECRET_KEY is a test key: anybody could pay with a test card in production');
  if (variables.DATABASE_OWNER_URL)
    faults.push(
      'DATABASE_OWNER_URL is for "npm run intake -- migrate" alone: a running product that knows it may change the schema',
    );
  for (const name of ['INTAKE_NOW', 'INTAKE_DEMO'])
    if (variables[name]) faults.push(`${name} is for demonstrations and is refused in production`);
  if (variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED switches off the check of every certificate: take it away');
  if (/--tls-min-v1\.[01]\b/.test(variables['NODE_OPTIONS'] ?? ''))
    faults.push('NODE_OPTIONS lets TLS 1.0 or 1.1 be spoken: take --tls-min-v1.0 and --tls-min-v1.1 away');
  const [newest = ''] = list(variables.INTAKE_SECRETS);
  return [...faults, ...faultsOfSecrets(newest, variables.METRICS_TOKEN)];
}

/** Faults of well-formed addresses. */
function faultsOfAddresses(variables: Variables): string[] {
  return [...faultsOfUploads(variables), ...faultsOfConnections(variables)];
}

/** Cookies do not tell ports apart, so an origin that differs in its port alone separates nothing. */
function faultsOfUploads({ UPLOADS_URL, APP_URL = 'http://localhost' }: Variables): string[] {
  if (!UPLOADS_URL || new URL(UPLOADS_URL).hostname !== new URL(APP_URL).hostname) return [];
  return ['UPLOADS_URL must name another host than APP_URL: a cookie of one port is sent to every port'];
}

/** Unencrypted connections to other machines that INTAKE_ALLOW_PLAIN does not allow. */
export function faultsOfConnections(variables: Variables): string[] {
  if (variables.NODE_ENV === 'production')
    return plainConnections(variables)
      .filter(({ isAllowed }) => !isAllowed)
      .map(({ kind, fault }) =>
        kind === undefined ? fault : `${fault}. In a network nobody else is in, INTAKE_ALLOW_PLAIN=${kind} allows it`,
      );
  const isOpen = variables.APP_URL !== undefined && isBeyondThisMachine(new URL(variables.APP_URL).hostname);
  if (!isOpen || variables.INTAKE_DEMO === '1') return [];
  return [
    'APP_URL leads to another machine although NODE_ENV is not production: every mail and the demonstration accounts would be open to everybody. Set NODE_ENV=production, or INTAKE_DEMO=1 to show the product without real people',
  ];
}

const plainConnections = (variables: Variables) =>
  findPlainConnections(variables).map((each) => ({
    ...each,
    isAllowed: each.kind !== undefined && list(variables.INTAKE_ALLOW_PLAIN).includes(each.kind),
  }));

function warningsInProduction(variables: Variables): string[] {
  const warnings = plainConnections(variables).map(({ kind, fault }) => `INTAKE_ALLOW_PLAIN allows ${kind}: ${fault}`);
  const [, ...older] = list(variables.INTAKE_SECRETS);
  if (older.some((secret) => findWeakness(secret)))
    warnings.push(
      'INTAKE_SECRETS still has an older secret that is easy to guess: run "npm run intake -- reseal", then take it away',
    );
  if (!isOwnMachine(variables.HOST ?? '127.0.0.1') && list(variables.TRUSTED_PROXIES).length === 0)
    warnings.push(
      'HOST opens this server to other machines and TRUSTED_PROXIES names no proxy: it speaks no TLS itself, and behind a proxy every limit counts all people as one. Set HOST=127.0.0.1, or name the proxy in TRUSTED_PROXIES',
    );
  return warnings;
}
