import * as z from 'zod/mini';
import { databaseVariable, lagVariable, standbyVariable } from './database/address-variables.ts';
import { isProxy, isTooWide } from './http/client-address.ts';
import { isHostPattern } from './outbound-hosts.ts';
import { mayBePlain } from './plain-connections.ts';
import { secretMinLength } from './secret-strength.ts';
import { tracingVariables } from './tracing/tracing-env.ts';

/** Separator of lists; in a file each entry may have its own line. */
const separator = /[,\n]/;
/** The bearer token syntax of RFC 6750, at least 16 characters long. */
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

/** A bucket address: path and access key, and a region as the only parameter. */
const isBucket = ({ username, password, pathname, searchParams, hash }: URL) =>
  username !== '' &&
  password !== '' &&
  /^\/[\w.-]+(?:\/[\w.-]+)*\/?$/.test(pathname) &&
  hash === '' &&
  [...searchParams.keys()].every((name) => name === 'region');

/** An address for mails, alone or as `Name <address>`; it becomes a header, so it is one line. */
const sender = /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** The schema of each variable by itself. */
export const Variables = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], {
      error: 'NODE_ENV must be production, development or test: any other would be development, with everything open',
    }),
  ),
  PORT: port('PORT'),
  DEMO_PORT: port('DEMO_PORT'),
  DEMO_STUDENTS: z.optional(
    z.string().check(z.regex(/^(?:\d{1,3}|1000)$/, { error: 'DEMO_STUDENTS must be a whole number from 0 to 1000' })),
  ),
  HOST: z.optional(z.string()),
  APP_URL: origin('APP_URL', 'the product lives at the root of its address'),
  UPLOADS_URL: origin('UPLOADS_URL', 'files are had from the root of their address'),
  DATABASE_URL: databaseVariable('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseVariable('DATABASE_DIRECT_URL'),
  DATABASE_READ_URL: standbyVariable('DATABASE_READ_URL'),
  DATABASE_READ_LAG: lagVariable('DATABASE_READ_LAG'),
  DATABASE_OWNER_URL: databaseVariable('DATABASE_OWNER_URL'),
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
      z.refine((text) => !list(text).some(isTooWide), {
        error:
          'TRUSTED_PROXIES has a range wider than 10.0.0.0/8 or fc00::/7: strangers in it could say which address they come from',
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
  SECURITY_LOG: z.optional(z.string()),
  RETENTION_DAYS: z.optional(z.string()),
  ...tracingVariables,
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

/** The entries of a variable that is a list. */
export const list = (text: string | undefined) =>
  (text ?? '')
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
