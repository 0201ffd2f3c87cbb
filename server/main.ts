import path from 'node:path';
import { partnerCodes } from '../contract/partners.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/database/embedded.ts';
import { readEnv, WrongEnvironment, type Env } from './platform/env.ts';
import { createLog, type Log } from './platform/log.ts';
import { createProduct, type Product } from './product.ts';

/** Running requests and jobs get this long to finish, then the process ends all the same. Milliseconds. */
const graceMs = 15_000;

try {
  await main();
} catch (error) {
  console.error(error instanceof WrongEnvironment ? error.message : `Intake did not start: ${explain(error)}`);
  process.exit(1);
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  // No request or job may end the process; what gets here is a fault of ours and is shown.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  const embedded = env.databaseUrl ? undefined : await startEmbedded(env);
  const product = await createProduct(env, env.databaseUrl ?? embedded!.url, log);
  await product.app.listen({ port: env.port, host: env.host });
  stopOrderly(product, embedded, log);
  console.log(banner(env, product, embedded));
}

async function startEmbedded(env: Env): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ directory: path.join(env.dataDir, 'postgres') });
  if (embedded.moved)
    console.log(
      `PostgreSQL runs as an unprivileged account that cannot enter ${env.dataDir}; its data lies in ${embedded.directory}.`,
    );
  return embedded;
}

/** Ends in order on a signal, and when the program that started us is gone. A second signal ends at once. */
function stopOrderly(product: Product, embedded: EmbeddedPostgres | undefined, log: Log): void {
  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), graceMs).unref();
    await product.stop();
    await embedded?.stop();
    process.exit(0);
  };
  const onSignal = (signal: string) =>
    void stop(signal).catch((error: unknown) => {
      log.error({ err: error }, 'did not stop in order');
      process.exit(1);
    });
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  if (process.env['INTAKE_PARENT'] === 'ipc') process.on('disconnect', () => onSignal('parent gone'));
}

function banner(env: Env, product: Product, embedded: EmbeddedPostgres | undefined): string {
  const lines = [
    '',
    `  Intake is ready: ${env.appUrl}/${partnerCodes[0]}`,
    '',
    `  Portals    ${partnerCodes.map((code) => `${env.appUrl}/${code}`).join('\n             ')}`,
    ...(product.usesMailbox ? [`  Mailbox    ${env.appUrl}/dev/mail   (no mail leaves this machine)`] : []),
    ...(product.usesSandbox
      ? [`  Cards      ${env.appUrl}/dev/card/   (a sandbox: no real card is charged; pay with 4242 4242 4242 4242)`]
      : []),
    `  Database   ${embedded ? `embedded PostgreSQL in ${embedded.directory}` : 'the one DATABASE_URL names'}`,
  ];
  const members = product.demonstration.members;
  if (members.length > 0) {
    lines.push('', '  Demonstration accounts');
    for (const { email, password, about } of members) lines.push(`    ${email}   ${password}   ${about}`);
  }
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE')
    return 'the port is taken by another program. Set PORT to a free one, for example PORT=4100 npm start.';
  if (code === 'ECONNREFUSED') return 'the database at DATABASE_URL does not answer.';
  return message ?? String(error);
}
