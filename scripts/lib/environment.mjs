/** Every environment variable of the product and what holds while it is unset. `npm start -- --help` prints this table. */
export const environment = {
  PORT: 'the port of the product: 4000',
  HOST: 'the address it listens on: 127.0.0.1, this machine alone',
  APP_URL: 'the address people use: http://localhost:$PORT',
  UPLOADS_URL: 'an address on a host of its own that pictures and files come from: $APP_URL',
  DEMO_PORT: 'the port of the demonstration site: $PORT + 1',
  DEMO_STUDENTS:
    'how many students the demonstration has besides those whose accounts are printed, none in production: 320',
  DATA_DIR: 'where the embedded database and files live: ./data',
  DATABASE_URL:
    'a PostgreSQL of your own, several servers of a cluster separated by commas, or its pooler: an embedded one under $DATA_DIR',
  DATABASE_DIRECT_URL:
    'the PostgreSQL behind a pooler in transaction mode (PgBouncer), where workers listen; no statement is prepared through that pooler: $DATABASE_URL',
  DATABASE_READ_URL:
    'standbys of that PostgreSQL, several separated by commas, where reports are read: reports are read where all is',
  DATABASE_READ_LAG: 'how many seconds such a standby may lag behind: 10',
  DATABASE_OWNER_URL:
    'the account that owns that database, for "npm run intake -- migrate" alone: the account in DATABASE_URL owns it too',
  SMTP_URL: 'a mail server: mail goes to the development mailbox at /dev/mail',
  MAIL_FROM: 'the sender of every mail: Intake <no-reply@intake.localhost>',
  STRIPE_SECRET_KEY: 'card payments: the built-in card sandbox is used, no money moves',
  STRIPE_WEBHOOK_SECRET: 'proves card events: needed together with STRIPE_SECRET_KEY',
  STRIPE_PUBLISHABLE_KEY: 'the public key that belongs to STRIPE_SECRET_KEY',
  STRIPE_API_BASE: 'another address of the card provider: its own',
  FILES_URL: 'an S3-compatible bucket, https://KEY:SECRET@host/bucket?region=…: files stay under $DATA_DIR',
  METRICS_TOKEN: 'opens /metrics to who sends it as a bearer token: open in development, closed in production',
  SECURITY_CONTACT:
    'where weaknesses are reported, mailto:… or https://…, as /.well-known/security.txt says: the first partner’s support',
  TRUSTED_PROXIES: 'proxies whose forwarded addresses are believed, comma-separated: none',
  OUTBOUND_HOSTS: 'the only hosts this process may call, comma-separated, *.example.org for all below: every host',
  INTAKE_ALLOW_TEST_CARDS:
    'DANGEROUS, 1 lets test cards buy real seats in production: a test key in STRIPE_SECRET_KEY is refused there',
  INTAKE_ALLOW_PLAIN:
    'database, mail, files, traces: connections to other machines that may do without TLS in production: none',
  INTAKE_DEMO:
    'DANGEROUS, 1 lets everybody at a public APP_URL read every mail and use every demonstration account: refused',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent: warn, and info in production',
  SECURITY_LOG:
    'a file for security events, or stdout; LOG_LEVEL is not asked: $DATA_DIR/security.log, and stdout in production',
  RETENTION_DAYS: 'how long rows are kept, such as audit=1095,deliveries=14 (docs/growth.md): the days that page names',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'a collector of OpenTelemetry that takes OTLP over HTTP, such as http://127.0.0.1:4318: no traces, nothing is loaded',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers for that collector, key=value, comma-separated: none',
  OTEL_SERVICE_NAME: 'the name of the product in traces: intake',
  OTEL_TRACES_SAMPLER:
    'which traces are recorded: always_on, always_off, traceidratio, or one of these for new traces with parentbased_ before it: parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: 'the share of traces that a sampler by traceidratio records, from 0 to 1: 1',
  OTEL_PROPAGATORS:
    'none: traces that a trusted proxy begins (traceparent) are not continued; tracecontext: they are: tracecontext',
  INTAKE_NOW: 'starts the product at another time, such as 2025-09-01T09:00:00Z: the system clock',
  INTAKE_SECRETS:
    'secrets that sign and seal, newest first, comma-separated (docs/running-in-production.md): made once and kept in the database',
  NODE_ENV: '"production" refuses to start with a sandbox, the mailbox, test cards or a missing secret: development',
};

/** DEMO_STUDENTS of `npm start` and `npm run dev`; the server by itself, as tests start it, has none. */
export const usualStudents = '320';

/** Variables that may be given as a file instead, as read by `server/platform/secret-files.ts`. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FILES_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'INTAKE_SECRETS',
];

/** @returns the table as text, one variable per line */
export function describeEnvironment() {
  const width = Math.max(...Object.keys(environment).map((name) => name.length));
  const lines = Object.entries(environment).map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  return [
    ...lines,
    '',
    `A secret may stand in a file that the same name with _FILE names: ${secretVariables.join(', ')}.`,
  ].join('\n');
}
