/** Every environment variable of the product and what holds while it is unset. `npm start -- --help` prints this table. */
export const environment = {
  PORT: 'the port of the product: 4000',
  HOST: 'the address it listens on: 127.0.0.1, this machine alone',
  APP_URL: 'the address people use: http://localhost:$PORT',
  UPLOADS_URL: 'an address on a host of its own that pictures and files come from: $APP_URL',
  DEMO_PORT: 'the port of the demonstration site: $PORT + 1',
  DATA_DIR: 'where the embedded database and files live: ./data',
  DATABASE_URL: 'a PostgreSQL of your own: an embedded one under $DATA_DIR is used',
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
    'database, mail, files: connections to other machines that may do without TLS in production: none',
  INTAKE_DEMO:
    'DANGEROUS, 1 lets everybody at a public APP_URL read every mail and use every demonstration account: refused',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent: warn, and info in production',
  INTAKE_NOW: 'starts the product at another time, such as 2025-09-01T09:00:00Z: the system clock',
  INTAKE_SECRETS:
    'secrets that sign and seal, newest first, comma-separated (docs/running-in-production.md): made once and kept in the database',
  NODE_ENV: '"production" refuses to start with a sandbox, the mailbox, test cards or a missing secret: development',
};

/** Those whose value may stand in a file instead, as `server/platform/secret-files.ts` reads them. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FILES_URL',
  'METRICS_TOKEN',
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
