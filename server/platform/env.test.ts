import { describe, expect, test } from 'vitest';
import { faultsOf, namesIn, production } from '../testing/environment.ts';
import { readEnv, WrongEnvironment } from './env.ts';
import { defaultRetention } from './retention.ts';

test('an empty environment gives the defaults', () => {
  expect(readEnv({})).toEqual({
    production: false,
    port: 4000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:4000',
    uploadsUrl: 'http://localhost:4000',
    demoPort: 4001,
    demonstrationStudents: 0,
    databaseUrl: undefined,
    databaseReadLagSeconds: 10,
    dataDir: './data',
    smtpUrl: undefined,
    mailFrom: 'Intake <no-reply@intake.localhost>',
    stripe: undefined,
    filesUrl: undefined,
    metricsToken: undefined,
    securityContact: undefined,
    trustedProxies: [],
    outboundHosts: undefined,
    retention: defaultRetention,
    logLevel: 'warn',
    securityLog: 'data/security.log',
    tracing: undefined,
    startsAt: undefined,
    secrets: [],
    warnings: [],
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
    secrets: [production.INTAKE_SECRETS],
    warnings: [],
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
  UPLOADS_URL: ['http://localhost:4002', 'files.example', 'https://files.example/a', 'ftp://files.example'],
  DATABASE_URL: ['mysql://hunter2@db', 'hunter2'],
  DATABASE_READ_URL: ['mysql://hunter2@db', 'postgres://hunter2@db/intake?target_session_attrs=primary'],
  DATABASE_READ_LAG: ['0', '1000', '2.5', '10s'],
  DATABASE_OWNER_URL: ['mysql://hunter2@db', 'hunter2'],
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
  TRUSTED_PROXIES: [
    '10.0.0.0/33',
    'localhost',
    '10.0.0.1,hunter2',
    '10.0.0.1 10.0.0.2',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1,8.0.0.0/7',
  ],
  INTAKE_ALLOW_TEST_CARDS: ['0', 'yes', 'hunter2'],
  INTAKE_ALLOW_PLAIN: ['1', 'cards', 'database mail', 'hunter2'],
  INTAKE_DEMO: ['0', 'yes', 'hunter2'],
  LOG_LEVEL: ['verbose', 'INFO'],
  NODE_ENV: ['prod', 'Production', 'staging', 'hunter2'],
  RETENTION_DAYS: ['audit=1', 'audit', 'sessions=3', 'hunter2'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector', 'http://user:hunter2@collector:4318'],
  OTEL_EXPORTER_OTLP_HEADERS: ['hunter2', 'api-key=hunter2,another'],
  OTEL_SERVICE_NAME: ['intake\nhunter2', 'i'.repeat(101)],
  OTEL_TRACES_SAMPLER: ['all-of-them', 'jaeger_remote', 'hunter2'],
  OTEL_TRACES_SAMPLER_ARG: ['-1', '1.5', 'half', 'hunter2'],
  OTEL_PROPAGATORS: ['b3', 'tracecontext,baggage', 'hunter2'],
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

  test('files from outside at an address without encryption, or on the host of the pages', () => {
    expect(faultsOf({ ...production, UPLOADS_URL: 'http://files.example' })).toEqual([
      'UPLOADS_URL must begin with https:// in production',
    ]);
    expect(faultsOf({ ...production, UPLOADS_URL: 'https://intake.example:8443' })).toEqual([
      'UPLOADS_URL must name another host than APP_URL: a cookie of one port is sent to every port',
    ]);
    expect(faultsOf({ ...production, UPLOADS_URL: 'https://files.example' })).toEqual([]);
  });

  test.for([
    ['INTAKE_NOW', '2025-09-01T09:00:00Z'],
    ['INTAKE_DEMO', '1'],
  ])('what is for demonstrations: %s', ([name, value]) =>
    expect(faultsOf({ ...production, [name!]: value })).toEqual([
      `${name} is for demonstrations and is refused in production`,
    ]),
  );

  test('to know the owner of its database', () =>
    expect(
      namesIn(faultsOf({ ...production, DATABASE_OWNER_URL: 'postgres://owner:hunter2@localhost/intake' })),
    ).toEqual(['DATABASE_OWNER_URL']));

  test('to check no certificates', () =>
    expect(namesIn(faultsOf({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '0' }))).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED',
    ]));

  test.for(['1.0', '1.1'])('to speak TLS %s', (version) =>
    expect(namesIn(faultsOf({ ...production, NODE_OPTIONS: `--no-warnings --tls-min-v${version}` }))).toEqual([
      'NODE_OPTIONS',
    ]),
  );

  test('no other option of Node', () =>
    expect(faultsOf({ ...production, NODE_OPTIONS: '--tls-min-v1.2 --max-old-space-size=512' })).toEqual([]));
});

describe('outside production', () => {
  const open =
    'APP_URL leads to another machine although NODE_ENV is not production: every mail and the demonstration accounts would be open to everybody. Set NODE_ENV=production, or INTAKE_DEMO=1 to show the product without real people';

  test.for(['https://intake.example', 'http://intake.example:8080', 'https://203.0.113.7', 'http://[2001:db8::1]'])(
    '%s is refused, unless it is a demonstration by name',
    (APP_URL) => {
      for (const NODE_ENV of [undefined, 'development', 'test'])
        expect(faultsOf({ APP_URL, NODE_ENV })).toEqual([open]);
      expect(faultsOf({ APP_URL, INTAKE_DEMO: '1' })).toEqual([]);
    },
  );

  test.for(['http://localhost:4000', 'http://intake.localhost', 'https://127.0.0.1:8443', 'http://[::1]:4000'])(
    '%s is this machine, and is taken',
    (APP_URL) => expect(faultsOf({ APP_URL })).toEqual([]),
  );

  test('unencrypted connections are allowed', () =>
    expect(
      faultsOf({
        DATABASE_URL: 'postgres://intake@db.example/intake',
        SMTP_URL: 'smtp://mail.example',
        FILES_URL: 'http://key:hunter2@files.example/pictures',
      }),
    ).toEqual([]));
});

describe('production refuses a connection to another machine', () => {
  const database =
    'DATABASE_URL goes to another machine, whose certificate is not verified: add ?sslmode=verify-full to it, and sslrootcert=<file> for an authority of your own';
  const mail =
    'SMTP_URL goes to another machine without required encryption: begin it with smtps://, or add ?requireTLS=true for STARTTLS';
  const unchecked = 'SMTP_URL switches off the check of the certificate: take tls.rejectUnauthorized out';
  const outdated = 'SMTP_URL lets TLS 1.0 or 1.1 be spoken: take tls.minVersion out';
  const files = 'FILES_URL must begin with https:// in production: it goes to another machine';
  const cards = 'STRIPE_API_BASE must begin with https:// in production: it goes to another machine';
  const traces = 'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production: it goes to another machine';
  const allowed = (kind: string) => `. In a network nobody else is in, INTAKE_ALLOW_PLAIN=${kind} allows it`;

  test.for([
    ['DATABASE_URL', 'postgres://intake:hunter2@db.example/intake', database, 'database'],
    ['DATABASE_URL', 'postgres://intake:hunter2@10.0.0.7/intake', database, 'database'],
    ['DATABASE_URL', 'postgres://intake@localhost/intake?host=db.example', database, 'database'],
    ['DATABASE_URL', 'postgres://intake@db.example/intake?sslmode=disable', database, 'database'],
    ['DATABASE_URL', 'postgres://intake@db.example/intake?sslmode=no-verify', database, 'database'],
    ['DATABASE_URL', 'postgres://intake@db.example/intake?ssl=false', database, 'database'],
    ['DATABASE_URL', 'postgres://i@db.example/i?uselibpqcompat=true&sslmode=require', database, 'database'],
    ['SMTP_URL', 'smtp://mail.example', mail, 'mail'],
    ['SMTP_URL', 'smtp://mail.example:465?secure=true', mail, 'mail'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false', mail, 'mail'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=true', mail, 'mail'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', unchecked, 'mail'],
    ['SMTP_URL', 'smtps://mail.example?tls.minVersion=TLSv1.1', outdated, 'mail'],
    ['FILES_URL', 'http://key:hunter2@files.example/pictures', files, 'files'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example:4318', traces, 'traces'],
  ] as const)('%s=%s, and takes it when it is allowed by name', ([name, value, fault, kind]) => {
    expect(faultsOf({ ...production, [name]: value })).toEqual([fault + allowed(kind)]);
    const others = ['database', 'mail', 'files', 'traces'].filter((each) => each !== kind).join(',');
    expect(faultsOf({ ...production, [name]: value, INTAKE_ALLOW_PLAIN: others })).toEqual([fault + allowed(kind)]);
    const read = readEnv({ ...production, [name]: value, INTAKE_ALLOW_PLAIN: kind });
    expect(read.warnings).toEqual([`INTAKE_ALLOW_PLAIN allows ${kind}: ${fault}`]);
  });

  test('to the card provider, whatever is allowed', () =>
    expect(
      faultsOf({ ...production, STRIPE_API_BASE: 'http://cards.example', INTAKE_ALLOW_PLAIN: 'database,mail,files' }),
    ).toEqual([cards]));

  test('whose certificate file is not there', () =>
    expect(
      faultsOf({
        ...production,
        DATABASE_URL: 'postgres://i@db.example/i?sslmode=verify-full&sslrootcert=/nowhere.pem',
      }),
    ).toEqual(['DATABASE_URL names a certificate file that cannot be read (ENOENT)']));

  test.for([
    ['DATABASE_URL', 'postgres://intake@127.0.0.1/intake'],
    ['DATABASE_URL', 'postgres://intake@[::1]:5433/intake'],
    ['DATABASE_URL', 'postgres://intake@%2Fvar%2Frun%2Fpostgresql/intake'],
    ['DATABASE_URL', 'postgres://intake@localhost/intake?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://intake@db.example/intake?ssl=true'],
    ['SMTP_URL', 'smtp://localhost:25'],
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
    ['FILES_URL', 'http://key:hunter2@127.0.0.1:9000/pictures'],
    ['FILES_URL', 'https://key:hunter2@files.example/pictures'],
    ['STRIPE_API_BASE', 'http://127.0.0.1:12111'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example'],
  ] as const)('but not %s=%s', ([name, value]) =>
    expect(readEnv({ ...production, [name]: value }).warnings).toEqual([]),
  );
});

test('traces are off without a collector, and go as OpenTelemetry’s variables say with one', () => {
  expect(readEnv({ OTEL_SERVICE_NAME: 'club', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example/otlp/';
  expect(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
    endpoint: 'https://collector.example/otlp',
    headers: {},
    serviceName: 'intake',
    sampler: 'parentbased_always_on',
    ratio: 1,
    believesProxies: true,
  });
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2, x-scope=a%20b',
    OTEL_SERVICE_NAME: 'club',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    OTEL_PROPAGATORS: 'none',
  };
  expect(readEnv(all).tracing).toMatchObject({
    headers: { 'api-key': 'hunter2', 'x-scope': 'a b' },
    serviceName: 'club',
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
    believesProxies: false,
  });
});

describe('a start in production warns', () => {
  test.for(['0.0.0.0', '::', '203.0.113.7'])('that it listens on %s without a trusted proxy', (HOST) => {
    expect(readEnv({ ...production, HOST }).warnings).toEqual([expect.stringMatching(/^HOST .+ TRUSTED_PROXIES\.?/)]);
    expect(readEnv({ ...production, HOST, TRUSTED_PROXIES: '10.0.0.0/8' }).warnings).toEqual([]);
  });

  test('of an old secret that is easy to guess, which must stay until what it sealed is sealed anew', () => {
    const INTAKE_SECRETS = `${production.INTAKE_SECRETS},${'a'.repeat(32)}`;
    expect(readEnv({ ...production, INTAKE_SECRETS }).warnings).toEqual([expect.stringContaining('reseal')]);
  });
});

describe('a secret that is easy to guess is refused in production', () => {
  test.for(['a'.repeat(32), 'change-me-'.repeat(4), '0123456789abcdef0123456789abcdef'])('%s', (secret) => {
    for (const INTAKE_SECRETS of [secret, `${secret},${production.INTAKE_SECRETS}`])
      expect(faultsOf({ ...production, INTAKE_SECRETS })).toEqual([
        expect.stringMatching(/^INTAKE_SECRETS begins with a secret that is .+: make one with: openssl rand -hex 32$/),
      ]);
  });

  test.for(['token123'.repeat(4), 'changeme-before-going-live'])('for the collector of measurements too: %s', (token) =>
    expect(namesIn(faultsOf({ ...production, METRICS_TOKEN: token }))).toEqual(['METRICS_TOKEN']),
  );
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
