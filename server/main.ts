import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { partnerCodes } from '../shared/partners.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/database/embedded.ts';
import { sweepUnfinished } from './platform/database/embedded-place.ts';
import { readEnv, type Env } from './platform/env.ts';
import { createLog, openOutput, type Log } from './platform/log.ts';
import { startDemoSite, type DemoSite } from './platform/stand-ins/demo-site.ts';
import type { Product } from './product.ts';
import { describeFailedStart } from './start-failure.ts';
import { createStartup, noticeMs, stopLimitMs } from './startup.ts';

/** Milliseconds for the embedded database: its first start creates the cluster, one after a crash replays the WAL. */
const embeddedMs = 60_000;
/** Milliseconds for closing the resources of a failed start. */
const closeMs = 5_000;

const running: { embedded?: Promise<EmbeddedPostgres>; product?: Product; demoSite?: DemoSite } = {};
let stopping: Promise<void> | undefined;
const startup = createStartup();
const starting = start();
starting.catch(async (error: unknown) => {
  // An interrupted start may fail in any way, which is expected.
  if (stopping) return;
  console.error(describeFailedStart(error));
  setTimeout(() => process.exit(1), closeMs);
  await stopRunning().catch(() => undefined);
  process.exit(1);
});

async function start(): Promise<void> {
  refuseArguments(process.argv.slice(2));
  const env = readEnv(process.env);
  const log = createLog(env.logLevel, openLog(env));
  listenToSignals(log);
  // An uncaught error in a request or job must not end the process; it is a bug, and logged. Jobs run before the start is over.
  for (const fault of ['unhandledRejection', 'uncaughtException'])
    process.on(fault, (error) => log.error({ err: error }, 'a fault that nobody caught'));
  // Loaded once it is known that they are needed: two thirds of the modules, and most of the time of a refusal.
  const { createProduct } = await import('./product.ts');
  const databaseUrl = env.databaseUrl ?? (await startEmbedded(env, log)).url;
  const product = await createProduct(env, databaseUrl, log, startup);
  running.product = product;
  const { port, host } = env;
  await startup.step(`port ${port}`, () => product.app.listen({ port, host }));
  if (!env.production)
    await startup.step(`port ${env.demoPort} for the demonstration site`, () => startDemonstration(env, product, log));
  console.log(banner(env, product, await running.embedded));
  // Otherwise it is written at exit, which a killed process never reaches.
  flushCompileCache();
}

/** @throws Error in words for people, when there is no place for security events */
function openLog({ securityLog }: Env) {
  try {
    return openOutput(securityLog);
  } catch (error) {
    throw new Error(
      `security events cannot be written to ${securityLog} (${(error as NodeJS.ErrnoException).code}). SECURITY_LOG names another file, or "stdout".`,
      { cause: error },
    );
  }
}

function refuseArguments(words: readonly string[]): void {
  if (words.length === 0) return;
  throw new Error('it takes no arguments. "npm start -- --help" tells what sets it up.');
}

/** Starts the demonstration site. Optional: a failure, such as a port in use, is reported and all else goes on. */
async function startDemonstration(env: Env, product: Product, log: Log): Promise<void> {
  try {
    running.demoSite = await startDemoSite({ port: env.demoPort, host: env.host, appUrl: env.appUrl });
    product.linkDemoSite(running.demoSite.url);
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
  // The copy that a killed restore has unpacked.
  await sweepUnfinished(path.resolve(env.dataDir, 'files'));
  if (embedded.moved)
    console.log(
      `PostgreSQL runs as an unprivileged account that cannot enter ${env.dataDir}; its data lies in ${embedded.directory}.`,
    );
  const { migrateAsOwner } = await import('./schema.ts');
  await migrateAsOwner({ ownerUrl: embedded.ownerUrl, productUrl: embedded.url }, log, startup);
  return embedded;
}

/** Graceful shutdown on a signal, and when the parent process is gone. A second signal exits at once. */
function listenToSignals(log: Log): void {
  const onSignal = (why: string) => {
    if (stopping) process.exit(1);
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    // Only a supervisor, which sends SIGTERM, may have a load balancer that still sends us work.
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
  // A starting database server cannot be stopped half way; waiting takes a moment only.
  const embedded = await running.embedded?.catch(() => undefined);
  await embedded?.stop();
}

function banner(env: Env, product: Product, embedded: EmbeddedPostgres | undefined): string {
  const lines = [
    '',
    `  Intake is ready: ${env.appUrl}/${env.production ? partnerCodes[0] : ''}`,
    '',
    `  Portals    ${partnerCodes.map((code) => `${env.appUrl}/${code}`).join('\n             ')}`,
    ...(running.demoSite
      ? [
          `  Demo site  ${running.demoSite.url}/   (a customer's site, with the widget)`,
          `  Playground ${env.appUrl}/docs/playground   (type attributes, see them at work)`,
        ]
      : []),
    `  Docs       ${env.appUrl}/docs   (first site, attributes, API reference)`,
    ...(product.usesMailbox ? [`  Mailbox    ${env.appUrl}/dev/mail   (no mail leaves this machine)`] : []),
    ...(product.usesSandbox
      ? [`  Cards      ${env.appUrl}/dev/card/   (a sandbox: no real card is charged; pay with 4242 4242 4242 4242)`]
      : []),
    ...(env.securityLog === undefined
      ? []
      : [`  Security   ${env.securityLog}   (each log-in, refusal and used-up limit: docs/security/events.md)`]),
    `  Database   ${embedded ? `embedded PostgreSQL in ${embedded.directory}` : 'the one DATABASE_URL names'}`,
  ];
  const members = product.demonstration?.members ?? [];
  if (members.length > 0) {
    lines.push('', '  Demonstration accounts');
    for (const { email, password, about } of members) lines.push(`    ${email}   ${password}   ${about}`);
  }
  if (product.demonstrationStaff.length > 0) {
    lines.push('', `  Staff at ${env.appUrl}/console, with the codes of ${env.appUrl}/dev/authenticator`);
    for (const { email, password, about } of product.demonstrationStaff)
      lines.push(`    ${email}   ${password}   ${about}`);
  }
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}
