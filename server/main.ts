import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { partnerCodes } from '../shared/partners.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/database/embedded.ts';
import { readEnv, type Env } from './platform/env.ts';
import { createLog, type Log } from './platform/log.ts';
import { startDemoSite, type DemoSite } from './platform/stand-ins/demo-site.ts';
import { createProduct, type Product } from './product.ts';
import { migrateAsOwner } from './schema.ts';
import { describeFailedStart } from './start-failure.ts';
import { createStartup } from './startup.ts';

/** Milliseconds. What has not ended by then is cut off. */
const graceMs = 15_000;
/** Milliseconds that a balancer has to notice that we are about to stop. */
const noticeMs = 1_500;

/** Milliseconds. A first start of the embedded database makes it, and one after a crash repairs it. */
const embeddedMs = 60_000;
/** Milliseconds that closing what a failed start has opened may take. */
const closeMs = 5_000;

const running: { embedded?: Promise<EmbeddedPostgres>; product?: Product; demoSite?: DemoSite } = {};
let stopping: Promise<void> | undefined;
const startup = createStartup();
const starting = start();
starting.catch(async (error: unknown) => {
  // A start that was interrupted may fail in any way; that is no news.
  if (stopping) return;
  console.error(describeFailedStart(error));
  setTimeout(() => process.exit(1), closeMs);
  await stopRunning().catch(() => undefined);
  process.exit(1);
});

async function start(): Promise<void> {
  refuseArguments(process.argv.slice(2));
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  listenToSignals(log);
  const databaseUrl = env.databaseUrl ?? (await startEmbedded(env, log)).url;
  const product = await createProduct(env, databaseUrl, log, startup);
  running.product = product;
  const { port, host } = env;
  await startup.step(`port ${port}`, () => product.app.listen({ port, host }));
  if (!env.production)
    await startup.step(`port ${env.demoPort} for the demonstration site`, () => startDemonstration(env, log));
  // No request or job may end the process; what gets here is a fault of ours and is shown.
  for (const fault of ['unhandledRejection', 'uncaughtException'])
    process.on(fault, (error) => log.error({ err: error }, 'a fault that nobody caught'));
  console.log(banner(env, product, await running.embedded));
  // Else it is written at the end of the process, and one that is killed has none.
  flushCompileCache();
}

function refuseArguments(words: readonly string[]): void {
  if (words.length === 0) return;
  throw new Error('it takes no arguments. "npm start -- --help" tells what sets it up.');
}

/** The product does not need it: a port that is taken is told, and everything else goes on. */
async function startDemonstration(env: Env, log: Log): Promise<void> {
  try {
    running.demoSite = await startDemoSite({ port: env.demoPort, host: env.host, appUrl: env.appUrl });
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (!isTaken) log.warn({ err: error }, 'the demonstration site did not start');
    const why = isTaken ? `port ${env.demoPort} is taken by another program` : (error as Error).message;
    console.error(`The demonstration site did not start: ${why}. DEMO_PORT sets another port.`);
  }
}

async function startEmbedded(env: Env, log: Log): Promise<EmbeddedPostgres> {
  const { signal } = startup;
  running.embedded = startEmbeddedPostgres({ directory: path.join(env.dataDir, 'postgres'), signal });
  const embedded = await startup.step('the embedded PostgreSQL to start', () => running.embedded!, {
    limitMs: embeddedMs,
  });
  if (embedded.moved)
    console.log(
      `PostgreSQL runs as an unprivileged account that cannot enter ${env.dataDir}; its data lies in ${embedded.directory}.`,
    );
  await migrateAsOwner({ ownerUrl: embedded.ownerUrl, productUrl: embedded.url }, log, startup);
  return embedded;
}

/** Ends in order on a signal, and when the program that started us is gone. A second signal ends at once. */
function listenToSignals(log: Log): void {
  const onSignal = (why: string) => {
    if (stopping) process.exit(1);
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), graceMs).unref();
    // Only who sends this signal may have a balancer that still sends us work.
    stopping = stop({ noticeMs: why === 'SIGTERM' ? noticeMs : 0 }).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  if (process.env['INTAKE_PARENT'] === 'ipc')
    process.on('disconnect', () => {
      if (!stopping) onSignal('parent gone');
    });
}

async function stop(options: { noticeMs: number }): Promise<void> {
  startup.giveUp(new Error('it was told to stop.'));
  await starting.catch(() => undefined);
  await stopRunning(options);
}

async function stopRunning(options?: { noticeMs: number }): Promise<void> {
  await running.demoSite?.close();
  await running.product?.stop(options);
  // A server that is being started cannot be stopped half way, and takes a moment only.
  const embedded = await running.embedded?.catch(() => undefined);
  await embedded?.stop();
}

function banner(env: Env, product: Product, embedded: EmbeddedPostgres | undefined): string {
  const siteUrl = `http://${new URL(env.appUrl).hostname}:${env.demoPort}`;
  const lines = [
    '',
    `  Intake is ready: ${env.appUrl}/${env.production ? partnerCodes[0] : ''}`,
    '',
    `  Portals    ${partnerCodes.map((code) => `${env.appUrl}/${code}`).join('\n             ')}`,
    ...(running.demoSite ? [`  Demo site  ${siteUrl}/   (somebody else's site, with the widget)`] : []),
    `  Reference  ${env.appUrl}/docs/api   (the API, call by call)`,
    ...(product.usesMailbox ? [`  Mailbox    ${env.appUrl}/dev/mail   (no mail leaves this machine)`] : []),
    ...(product.usesSandbox
      ? [`  Cards      ${env.appUrl}/dev/card/   (a sandbox: no real card is charged; pay with 4242 4242 4242 4242)`]
      : []),
    `  Database   ${embedded ? `embedded PostgreSQL in ${embedded.directory}` : 'the one DATABASE_URL names'}`,
  ];
  const members = product.demonstration?.members ?? [];
  if (members.length > 0) {
    lines.push('', '  Demonstration accounts');
    for (const { email, password, about } of members) lines.push(`    ${email}   ${password}   ${about}`);
  }
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}
