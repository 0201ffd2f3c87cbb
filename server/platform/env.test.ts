import { describe, expect, test } from 'vitest';
import { readEnv, WrongEnvironment } from './env.ts';

/** Everything production needs. */
const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://intake.example',
  DATABASE_URL: 'postgres://intake:hunter2@db.example/intake',
  SMTP_URL: 'smtps://intake:hunter2@mail.example',
  MAIL_FROM: 'Intake <no-reply@intake.example>',
  STRIPE_SECRET_KEY: 'sk_live_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2hunter2',
  INTAKE_SECRETS: 'hunter2'.repeat(5),
};

function faultsOf(variables: Record<string, string | undefined>): string[] {
  try {
    readEnv(variables);
    return [];
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error;
    return error.faults;
  }
}
const namesIn = (faults: string[]) => faults.map((fault) => fault.split(' ')[0]);

test('an empty environment gives the defaults', () => {
  expect(readEnv({})).toEqual({
    production: false,
    port: 4000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:4000',
    demoPort: 4001,
    databaseUrl: undefined,
    dataDir: './data',
    smtpUrl: undefined,
    mailFrom: 'Intake <no-reply@intake.localhost>',
    stripe: undefined,
    filesUrl: undefined,
    metricsToken: undefined,
    securityContact: undefined,
    trustedProxies: [],
    logLevel: 'warn',
    startsAt: undefined,
    secrets: [],
  });
});

test('the address and the demonstration follow the port', () => {
  expect(readEnv({ PORT: '5000' })).toMatchObject({ port: 5000, appUrl: 'http://localhost:5000', demoPort: 5001 });
});

test('production takes a complete environment', () => {
  expect(readEnv(production)).toMatchObject({
    production: true,
    appUrl: 'https://intake.example',
    logLevel: 'info',
    stripe: { secretKey: 'sk_live_hunter2', apiBase: undefined },
    secrets: ['hunter2'.repeat(5)],
  });
});

test('lists are split and trimmed, the newest secret first', () => {
  const read = readEnv({
    TRUSTED_PROXIES: ' 10.0.0.0/8, ::1 ,',
    INTAKE_SECRETS: `${'n'.repeat(32)} , ${'o'.repeat(32)}`,
  });
  expect(read.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  expect(read.secrets).toEqual(['n'.repeat(32), 'o'.repeat(32)]);
});

const wrong: Record<string, string[]> = {
  PORT: ['0', '65536', '-1', '80a', '4e3', ' 80'],
  DEMO_PORT: ['4000', 'none'],
  APP_URL: [
    'intake.example',
    'ftp://intake.example',
    'https://intake.example/portal',
    'https://a:b@intake.example',
    'https://intake.example/?a',
  ],
  DATABASE_URL: ['mysql://hunter2@db', 'hunter2'],
  SMTP_URL: ['https://hunter2@mail', 'mail.example:25'],
  MAIL_FROM: ['Intake', 'a@b@c', 'Intake <no-reply@intake.example>\r\nBcc: hunter2@example.org', '<@>'],
  STRIPE_SECRET_KEY: ['pk_test_hunter2', 'hunter2'],
  STRIPE_WEBHOOK_SECRET: ['hunter2', 'whsec_hunter2'],
  STRIPE_PUBLISHABLE_KEY: ['sk_live_hunter2'],
  STRIPE_API_BASE: ['api.stripe.example'],
  FILES_URL: [
    'hunter2',
    'ftp://key:hunter2@host/bucket',
    'https://host/bucket',
    'https://key:hunter2@host',
    'https://key:hunter2@host/bucket?acl=public',
  ],
  SECURITY_CONTACT: [
    'security@example.org',
    'http://example.org/report',
    'mailto:hunter2',
    'mailto:a@b.example\nPolicy: x',
  ],
  TRUSTED_PROXIES: ['10.0.0.0/33', 'localhost', '10.0.0.1,hunter2', '10.0.0.1 10.0.0.2'],
  INTAKE_ALLOW_TEST_CARDS: ['0', 'yes', 'hunter2'],
  LOG_LEVEL: ['verbose', 'INFO'],
  INTAKE_NOW: ['yesterday', '2025-13-01T00:00:00Z'],
  INTAKE_SECRETS: ['hunter2', `${'n'.repeat(32)},hunter2`, ','],
};
test.for(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%j is refused',
  ([name, value]) => expect(namesIn(faultsOf({ [name]: value }))).toContain(name),
);

test('an empty value counts as unset', () => {
  const empty = Object.fromEntries(['HOST', 'DATA_DIR', 'NODE_ENV', ...Object.keys(wrong)].map((name) => [name, '']));
  expect(readEnv(empty)).toEqual(readEnv({}));
});

test('every fault is listed at once, each by its name and never with a value', () => {
  const all = Object.fromEntries(Object.entries(wrong).map(([name, values]) => [name, values.at(-1)]));
  const faults = faultsOf(all);
  expect(new Set(namesIn(faults))).toEqual(new Set(Object.keys(wrong)));
  const said = new WrongEnvironment(faults).message;
  for (const value of [...Object.values(wrong).flat(), 'hunter2'].filter((each) => each.length > 5))
    expect(said).not.toContain(value);
});

describe('production refuses', () => {
  const missing = ['APP_URL', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'STRIPE_SECRET_KEY', 'INTAKE_SECRETS'];
  test.for(missing)('to start without %s', (name) =>
    expect(namesIn(faultsOf({ ...production, [name]: undefined }))).toContain(name),
  );

  test('an empty environment, naming everything that is missing at once', () =>
    expect(namesIn(faultsOf({ NODE_ENV: 'production' }))).toEqual(missing));

  test('card payments that nothing could confirm', () =>
    expect(namesIn(faultsOf({ ...production, STRIPE_WEBHOOK_SECRET: undefined }))).toEqual(['STRIPE_WEBHOOK_SECRET']));

  test('an address without encryption', () =>
    expect(faultsOf({ ...production, APP_URL: 'http://intake.example' })).toEqual([
      'APP_URL must begin with https:// in production',
    ]));

  test('another time', () =>
    expect(namesIn(faultsOf({ ...production, INTAKE_NOW: '2025-09-01T09:00:00Z' }))).toEqual(['INTAKE_NOW']));
});

describe('a card key', () => {
  const cards = (secretKey: string) => ({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  });

  test.for(['sk_live_hunter2', 'rk_live_hunter2'])('%s is refused outside production', (key) =>
    expect(faultsOf(cards(key))).toEqual(['STRIPE_SECRET_KEY is a live key: set NODE_ENV=production']),
  );

  test.for(['sk_test_hunter2', 'rk_test_hunter2'])('%s is taken outside production, and refused in it', (key) => {
    expect(faultsOf(cards(key))).toEqual([]);
    expect(namesIn(faultsOf({ ...production, ...cards(key) }))).toEqual(['STRIPE_SECRET_KEY']);
  });

  test('for tests is taken in production where that is allowed by name', () =>
    expect(faultsOf({ ...production, ...cards('sk_test_hunter2'), INTAKE_ALLOW_TEST_CARDS: '1' })).toEqual([]));
});

describe('what does not belong together is refused', () => {
  test.for([
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_a' }],
    ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...production, STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }],
    ['DEMO_PORT', { PORT: '5000', DEMO_PORT: '5000' }],
    ['DEMO_PORT', { PORT: '65535' }],
  ] as const)('%s', ([name, variables]) => expect(namesIn(faultsOf(variables))).toContain(name));
});
