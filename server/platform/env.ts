import * as z from 'zod/mini';
import { isProxy } from './http/client-address.ts';
import { isOwnMachine } from './http/own-machine.ts';
import { findPlainConnections, isBeyondThisMachine, mayBePlain } from './plain-connections.ts';
import { takeSecretFiles } from './secret-files.ts';
import { findWeakness, makeSecret } from './secret-strength.ts';
import { findUnlisted, isHostPattern } from './outbound-hosts.ts';

/** The process's environment, read once. Names are fixed; see the README for what each does. */
export interface Env {
  production: boolean;
  port: number;
  host: string;
  appUrl: string;
  /** Where files from outside are had from: `appUrl` unless they have an origin of their own. */
  uploadsUrl: string;
  demoPort: number;
  databaseUrl: string | undefined;
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
  startsAt: Date | undefined;
  secrets: string[];
  /** What is allowed, and should be known at each start. */
  warnings: string[];
}

/** Thrown with every fault at once, each naming its variable and never a value. */
export class WrongEnvironment extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'WrongEnvironment';
    this.faults = faults;
  }
}

const secretMinLength = 32;
/** Of lists. In a file each entry may have a line of its own. */
const separator = /[,\n]/;
/** Enough not to be guessed, and what RFC 6750 lets a bearer token consist of. */
const bearerToken = /^[A-Za-z0-9._~+/-]{16,}=*$/;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = (name: string) =>
  z.optional(
    z.string().check(
      z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
        error: `${name} must be a port number from 1 to 65535`,
      }),
    ),
  );
const address = (name: string, protocols: string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `${name} must be an address beginning with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    }),
  );

const isOrigin = ({ pathname, search, hash, username, password }: URL) =>
  pathname === '/' && search + hash + username + password === '';

const origin = (name: string, why: string) =>
  z.optional(
    address(name, ['http:', 'https:']).check(
      z.refine((text) => !URL.canParse(text) || isOrigin(new URL(text)), {
        error: `${name} must be scheme, host and port alone: ${why}`,
      }),
    ),
  );

/** A bucket by its path, with the key that opens it; a region is all that may be said beside. */
const isBucket = ({ username, password, pathname, searchParams, hash }: URL) =>
  username !== '' &&
  password !== '' &&
  /^\/[\w.-]+(?:\/[\w.-]+)*\/?$/.test(pathname) &&
  hash === '' &&
  [...searchParams.keys()].every((name) => name === 'region');

/** An address for mails, alone or as `Name <address>`; it becomes a header, so it is one line. */
const sender = /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** Each variable by itself. */
export const Variables = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], {
      error: 'NODE_ENV must be production, development or test: any other would be development, with everything open',
    }),
  ),
  PORT: port('PORT'),
  DEMO_PORT: port('DEMO_PORT'),
  HOST: z.optional(z.string()),
  APP_URL: origin('APP_URL', 'the product lives at the root of its address'),
  UPLOADS_URL: origin('UPLOADS_URL', 'files are had from the root of their address'),
  DATABASE_URL: z.optional(address('DATABASE_URL', ['postgres:', 'postgresql:'])),
  DATABASE_OWNER_URL: z.optional(address('DATABASE_OWNER_URL', ['postgres:', 'postgresql:'])),
  DATA_DIR: z.optional(z.string()),
  SMTP_URL: z.optional(address('SMTP_URL', ['smtp:', 'smtps:'])),
  MAIL_FROM: z.optional(z.string().check(z.regex(sender, 'MAIL_FROM must be an address or "Name <address>"'))),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_/, 'STRIPE_SECRET_KEY must begin with sk_test_ or sk_live_')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_.{16,}/, 'STRIPE_WEBHOOK_SECRET must begin with whsec_ and be of full length')),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_(test|live)_/, 'STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_')),
  ),
  STRIPE_API_BASE: z.optional(address('STRIPE_API_BASE', ['http:', 'https:'])),
  FILES_URL: z.optional(
    address('FILES_URL', ['http:', 'https:']).check(
      z.refine((text) => !URL.canParse(text) || isBucket(new URL(text)), {
        error: 'FILES_URL must name a key, its secret, a host and a bucket: https://KEY:SECRET@host/bucket?region=…',
      }),
    ),
  ),
  METRICS_TOKEN: z.optional(
    z
      .string()
      .check(
        z.regex(bearerToken, 'METRICS_TOKEN must be at least 16 letters, digits or any of . _ ~ + / - without spaces'),
      ),
  ),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
          'SECURITY_CONTACT must be one address beginning with mailto: or https://',
        ),
      ),
  ),
  TRUSTED_PROXIES: z.optional(
    z.string().check(
      z.refine((text) => list(text).every(isProxy), {
        error: 'TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, separated by commas',
      }),
    ),
  ),
  OUTBOUND_HOSTS: z.optional(
    z.string().check(
      z.refine((text) => list(text).every(isHostPattern), {
        error: 'OUTBOUND_HOSTS must be host names such as api.stripe.com or *.example.org, separated by commas',
      }),
    ),
  ),
  INTAKE_ALLOW_TEST_CARDS: z.optional(
    z.literal('1', { error: 'INTAKE_ALLOW_TEST_CARDS can only be 1: test cards then buy real seats in production' }),
  ),
  INTAKE_ALLOW_PLAIN: z.optional(
    z.string().check(
      z.refine((text) => list(text).every((each) => mayBePlain.some((kind) => kind === each)), {
        error: `INTAKE_ALLOW_PLAIN can only name ${mayBePlain.join(', ')}, separated by commas`,
      }),
    ),
  ),
  INTAKE_DEMO: z.optional(
    z.literal('1', { error: 'INTAKE_DEMO can only be 1: everybody may then read every mail and use every account' }),
  ),
  LOG_LEVEL: z.optional(z.enum(logLevels, { error: `LOG_LEVEL must be one of ${logLevels.join(', ')}` })),
  INTAKE_NOW: z.optional(
    z.string().check(
      z.refine((text) => !Number.isNaN(Date.parse(text)), {
        error: 'INTAKE_NOW must be an ISO time such as 2025-09-01T09:00:00Z',
      }),
    ),
  ),
  INTAKE_SECRETS: z.optional(
    z.string().check(
      z.refine((text) => text.split(separator).every((secret) => secret.trim().length >= secretMinLength), {
        error: `INTAKE_SECRETS must be secrets of at least ${secretMinLength} characters, separated by commas or lines, the newest first`,
      }),
    ),
  ),
});
export type Variables = z.infer<typeof Variables>;

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
    databaseUrl: variables.DATABASE_URL,
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
    // People on a terminal read what is wrong; who collects lines wants all of them.
    logLevel: variables.LOG_LEVEL ?? (variables.NODE_ENV === 'production' ? 'info' : 'warn'),
    startsAt: variables.INTAKE_NOW ? new Date(variables.INTAKE_NOW) : undefined,
    secrets: list(variables.INTAKE_SECRETS),
    warnings: variables.NODE_ENV === 'production' ? warningsInProduction(variables) : [],
  };
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const hostsOf = ({ OUTBOUND_HOSTS }: Variables) => (OUTBOUND_HOSTS ? list(OUTBOUND_HOSTS) : undefined);

/** Whoever draws up the list of hosts is told at the start what it leaves out, not by the first mail that fails. */
function hostsLeftOut(variables: Variables): string[] {
  const { DATABASE_URL, SMTP_URL, FILES_URL, STRIPE_SECRET_KEY, STRIPE_API_BASE } = variables;
  const cards = STRIPE_SECRET_KEY && !STRIPE_API_BASE ? 'https://api.stripe.com' : undefined;
  const named = { DATABASE_URL, SMTP_URL, FILES_URL, STRIPE_API_BASE, STRIPE_SECRET_KEY: cards };
  return findUnlisted(hostsOf(variables), named).map(
    (variable) =>
      `OUTBOUND_HOSTS does not name the host that ${variable} ${variable === 'STRIPE_SECRET_KEY' ? 'is for, api.stripe.com' : 'names'}`,
  );
}

/** What only shows when variables are seen side by side. */
function faultsTogether(variables: Readonly<Record<string, string>>): string[] {
  const faults = hostsLeftOut(variables);
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
  // Demonstration accounts and the pages under /dev are open then, and real money must not meet them.
  if (modeOf(variables.STRIPE_SECRET_KEY) === 'live')
    faults.push('STRIPE_SECRET_KEY is a live key: set NODE_ENV=production');
  return faults;
}

const modeOf = (stripeKey: string | undefined) => /^[a-z]+_(test|live)_/.exec(stripeKey ?? '')?.[1];

/** Stand-ins are for one machine: with people and money, whatever is missing is named before anything starts. */
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
  return [...faults, ...weakSecrets(variables)];
}

/** Only the newest secret signs and seals. Older ones must stay readable until `intake reseal` is done with them. */
function weakSecrets({ INTAKE_SECRETS, METRICS_TOKEN }: Variables): string[] {
  const [newest = ''] = list(INTAKE_SECRETS);
  const faults: string[] = [];
  const weakness = newest.length < secretMinLength ? undefined : findWeakness(newest);
  if (weakness) faults.push(`INTAKE_SECRETS begins with a secret that is ${weakness}: ${makeSecret}`);
  const [, unit] = /^(.{1,8}?)\1+$/.exec(METRICS_TOKEN ?? '') ?? [];
  if (unit) faults.push(`METRICS_TOKEN is a pattern that repeats: ${makeSecret}`);
  return faults;
}

/** Faults of addresses that are each well-formed. */
function faultsOfAddresses(variables: Variables): string[] {
  return [...faultsOfUploads(variables), ...faultsOfConnections(variables)];
}

/** Cookies do not tell ports apart, so an origin that differs in its port alone separates nothing. */
function faultsOfUploads({ UPLOADS_URL, APP_URL = 'http://localhost' }: Variables): string[] {
  if (!UPLOADS_URL || new URL(UPLOADS_URL).hostname !== new URL(APP_URL).hostname) return [];
  return ['UPLOADS_URL must name another host than APP_URL: a cookie of one port is sent to every port'];
}

/** Connections that are open where they must not be. */
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
