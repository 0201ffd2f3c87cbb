import type { Server } from 'node:http';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import { contentCalls } from '../contract/calls/content.ts';
import { memberCalls } from '../contract/calls/members.ts';
import { apiReferenceRoutes } from './api-reference/api-reference.routes.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { defaultPartner } from '../shared/partners.ts';
import { createDomains } from './domains.ts';
import { type Enrolment, reconcileJob } from './enrolment/enrolment.ts';
import { type DemonstrationData, type Membership, reconcilePlansJob } from './membership/index.ts';
import { outlineRoutes } from './web/outlines.routes.ts';
import { frontDoorRoutes, type FrontDoorOptions } from './web/front-door/front-door.routes.ts';
import { pageRoutes } from './web/pages.routes.ts';
import { cardEventRoutes } from './platform/cards/card-events/intake.routes.ts';
import { cardEventJobs, compareCardsJob } from './platform/cards/card-events/intake.ts';
import { createClock } from './platform/clock.ts';
import { createDatabase, createPool, endPool, type PooledDatabase, type Pool } from './platform/database/database.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import type { Env } from './platform/env.ts';
import { createFiles } from './platform/files/file-store.ts';
import { createRateLimits, forgetOldCounts } from './platform/http/limits.ts';
import { guardDevelopmentPages } from './platform/http/development-pages.ts';
import { metricsRoute } from './platform/http/metrics.ts';
import { isOwnMachine } from './platform/http/own-machine.ts';
import { refuseOtherMethods } from './platform/http/methods.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Http } from './platform/http/typed.ts';
import { separateUploads } from './platform/http/uploads-origin.ts';
import { createImages } from './platform/files/images.ts';
import { measureJobs } from './platform/job-metrics.ts';
import { startJobs } from './platform/job-lanes.ts';
import { addLoneJob, requireHandlers } from './platform/jobs.ts';
import { createKeys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { createOutbound } from './platform/outbound.ts';
import type { Platform } from './platform/platform.ts';
import { logOutsideRequests } from './platform/security-events/record-event.ts';
import { staffCommandJobs } from './platform/security-events/staff-commands.ts';
import { prepareSchema } from './schema.ts';
import { securityTxtRoutes } from './security-txt.routes.ts';
import { createStartup, type Startup } from './startup.ts';
import { systemRoutes } from './web/system.routes.ts';
import { startVendors, type Vendors } from './vendors.ts';
import { widgetRoutes } from './web/widget.routes.ts';

/**
 * Connections: requests and jobs never wait for one another, and card events and health have some of their own. Of
 * those for requests some are never in a transaction: who only reads does not wait for locks.
 */
const connections = { requests: 10, keptForReading: 3, jobs: 16, reserved: 4 };
/** Milliseconds that running requests may take to finish while we stop. */
const requestGraceMs = 10_000;
/** Milliseconds that closing what a failed start has opened may take. */
const closeFailedMs = 3_000;
/** Milliseconds to wait for a moment without new connections. */
const quietMs = 1_000;

/** The calls that answer with files from outside. */
const callsForUploads = [memberCalls['GET /files/:name'], contentCalls['GET /secure-content/file']];

export interface Product {
  app: Http;
  /** What there is to try the product with; undefined in production. */
  demonstration: DemonstrationData | undefined;
  usesSandbox: boolean;
  usesMailbox: boolean;
  /**
   * Turns red, then lets running requests and jobs finish, then closes the connections.
   *
   * @param noticeMs so long it goes on as before, for a balancer to notice the red
   */
  stop(options?: { noticeMs?: number }): Promise<void>;
}

/**
 * Builds the whole product on a database: schema, stand-ins where no vendor is set, both domains, pages, jobs.
 *
 * @throws what a step threw, or that it stalled or was given up; what was opened until then is closed
 */
export async function createProduct(
  env: Env,
  databaseUrl: string,
  log: Log,
  startup: Startup = createStartup(),
): Promise<Product> {
  const opened = rememberToClose();
  try {
    await prepareSchema(databaseUrl, { log, startup, production: env.production });
    return await assemble(env, { databaseUrl, log, startup, opened });
  } catch (error) {
    // The reason of the failure counts, and closing after a stall must not outlast the bound of a start.
    const closed = opened.closeAll().catch((fault: unknown) => log.warn({ err: fault }, 'closing a failed start'));
    await Promise.race([closed, sleep(closeFailedMs, undefined, { ref: false })]);
    throw error;
  }
}

interface Parts {
  databaseUrl: string;
  log: Log;
  startup: Startup;
  opened: ReturnType<typeof rememberToClose>;
}

async function assemble(env: Env, { databaseUrl, log, startup, opened }: Parts): Promise<Product> {
  logOutsideRequests(log);
  const { step } = startup;
  const connected = openDatabase(databaseUrl, opened);
  const jobsDb = connected.jobs.db;
  warnOfOpenPages(env, log);
  for (const warning of env.warnings) log.warn(warning);
  const secrets = await step('the database to give the secret for signing', async () =>
    env.secrets.length > 0 ? env.secrets : [await developmentSecret(connected.requests.db, 'signing')],
  );
  const keys = createKeys(secrets);
  const vendors = await step('the stand-ins for mail and cards to start', () =>
    startVendors(env, {
      db: jobsDb,
      keys,
      log,
      findRelyingParty: (clientId) => forRequests.membership.findRelyingParty(clientId),
    }),
  );
  opened.add(vendors.close);
  const world: World = {
    clock: createClock(env.startsAt),
    keys,
    cards: vendors.cards,
    files: createFiles(env, log),
    images: createImages(log),
    log,
    // Stand-ins live on this machine, and so do the programs of people who try things out.
    outbound: createOutbound({
      only: { hosts: env.outboundHosts, log },
      ...(!env.production && { allowedOrigins: [env.appUrl], reachesOwnMachine: true }),
    }),
    production: env.production,
    appUrl: env.appUrl,
    uploadsUrl: env.uploadsUrl,
  };
  // Once for requests and once for jobs: a rule finds its connections in its services, and those of requests and of jobs
  // must not wait for one another.
  const domainsOn = ({ db, limits }: Connected) => createDomains({ ...world, db, limits });
  const forRequests = domainsOn(connected.requests);
  const forJobs = domainsOn(connected.jobs);
  await step('the database to take the data of a fresh installation', async () => {
    await forRequests.membership.seed({ demonstration: !env.production });
    await forRequests.enrolment.seed();
  });

  const stopping: Stopping = { has: false };
  const databaseAddress = new URL(databaseUrl).host;
  const app = await step('the pages to be read', () =>
    buildServer(env, { ...forRequests, world, vendors, reservedDb: connected.reserved.db, databaseAddress, stopping }),
  );
  const jobs = [
    ...vendors.jobs,
    forgetOldCounts(jobsDb),
    ...staffCommandJobs(log),
    ...forJobs.membership.jobs(),
    ...forJobs.enrolment.jobs(),
    // Enrolment comes last: what belongs to nobody ends on its list for staff.
    ...cardEventJobs({ ...world, db: jobsDb }, [forJobs.membership.onCardNews, forJobs.enrolment.onCardNews]),
  ];
  requireHandlers(jobs);
  const workers = await step('the workers to look for jobs', () => startJobs(connected.jobs.pool, jobsDb, jobs, log));
  opened.add(workers.stop);
  const demonstration = await step('the database to take the first jobs', async () => {
    // What happened while no process ran is looked up at once, not at the next full five minutes.
    for (const kind of [reconcileJob, reconcilePlansJob, compareCardsJob])
      await addLoneJob(jobsDb, kind, {}, { key: 'at-start' });
    return env.production ? undefined : forRequests.membership.demonstrationData();
  });
  measureJobs(jobsDb);
  return {
    app,
    demonstration,
    usesSandbox: env.stripe === undefined,
    usesMailbox: env.smtpUrl === undefined,
    async stop({ noticeMs = 0 } = {}) {
      stopping.has = true;
      await sleep(noticeMs);
      await Promise.all([closeServer(app, stopping), workers.stop()]);
      await opened.closeAll();
    },
  };
}

/** Outside production the pages under /dev show mails, with their codes, and the demonstration accounts to anybody. */
function warnOfOpenPages({ production, host }: Env, log: Log): void {
  if (production || isOwnMachine(host)) return;
  log.warn(
    { host },
    'HOST opens this server to other machines: whoever reaches it can read every mail and use the demonstration accounts under /dev. Set NODE_ENV=production for real people',
  );
}

interface ServerParts {
  membership: Membership;
  enrolment: Enrolment;
  world: World;
  vendors: Vendors;
  reservedDb: PooledDatabase;
  /** Host and port of the database. */
  databaseAddress: string;
  stopping: Stopping;
}

interface Stopping {
  /** Turns when the process begins to stop. */
  has: boolean;
  /** Answers are held back until then. */
  mayAnswer?: Promise<void>;
}

async function buildServer(env: Env, parts: ServerParts): Promise<Http> {
  const { membership, enrolment, world, vendors, reservedDb, stopping } = parts;
  const { trustedProxies, appUrl, uploadsUrl } = env;
  const app = createHttpServer({ log: world.log, trustedProxies, appUrl, strict: !env.production });
  app.addHook('onSend', async (_request, reply) => {
    // Whoever is still connected then is answered, and told to use another connection next time.
    if (stopping.has) reply.header('connection', 'close');
    await stopping.mayAnswer;
  });
  if (!env.production) guardDevelopmentPages(app, env.appUrl);
  separateUploads(app, { appUrl, uploadsUrl, calls: callsForUploads });
  const refuseMethods = refuseOtherMethods(app);
  membership.routes(app);
  enrolment.routes(app);
  // Card events have database connections of their own, so that busy pages never delay money.
  app.register(async (scoped) => cardEventRoutes(scoped as unknown as Http, { ...world, db: reservedDb }));
  systemRoutes(app, reservedDb, { isStopping: () => stopping.has });
  metricsRoute(app, { token: env.metricsToken, production: env.production });
  for (const routes of vendors.routes) await app.register(async (scoped) => routes(scoped as unknown as Http));
  if (!env.production) {
    membership.developmentRoutes(app, { home: `/${defaultPartner}` });
    enrolment.developmentRoutes(app);
  }
  await securityTxtRoutes(app, { appUrl, clock: world.clock, contact: env.securityContact });
  await outlineRoutes(app);
  await widgetRoutes(app);
  // Decision 0038: the front door is for those who try the product out.
  if (!env.production) await frontDoorRoutes(app, describeFrontDoor(env, parts));
  const home = env.production ? `/${defaultPartner}` : '/';
  await pageRoutes(app, { appUrl: env.appUrl, home, hasSession: membership.bringsSession });
  await docsRoutes(app, env);
  apiReferenceRoutes(app, env.appUrl);
  refuseMethods();
  await app.ready();
  return app;
}

function describeFrontDoor(env: Env, { membership, databaseAddress }: ServerParts): FrontDoorOptions {
  const { appUrl, demoPort } = env;
  return {
    appUrl,
    demoPort,
    database: env.databaseUrl ? `PostgreSQL at ${databaseAddress}` : `Embedded PostgreSQL at ${databaseAddress}`,
    usesMailbox: env.smtpUrl === undefined,
    usesSandbox: env.stripe === undefined,
    async findAccounts() {
      const { apps, members } = await membership.demonstrationData();
      const isOwn = ({ appId }: { appId: string }) =>
        apps.some((app) => app.appId === appId && app.origins.includes(appUrl));
      return { students: members.filter(isOwn), siteMembers: members.filter((member) => !isOwn(member)) };
    },
  };
}

/** How to close what was opened; the last opened is closed first, and one that fails keeps none of the others open. */
function rememberToClose() {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close: () => Promise<unknown>) => void closers.push(close),
    async closeAll() {
      const faults: unknown[] = [];
      for (const close of closers.splice(0).toReversed())
        await close().catch((fault: unknown) => void faults.push(fault));
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** A pool, and what asks the database through it. */
interface Connected extends Pick<Platform, 'db' | 'limits'> {
  pool: Pool;
}
/** The outside world but for the database. */
type World = Omit<Platform, keyof Connected>;

function openDatabase(url: string, opened: Parts['opened']) {
  const open = (applicationName: string, maxConnections: number, options?: { keptForReading: number }): Connected => {
    const pool = createPool({ url, maxConnections, applicationName });
    all.push(pool);
    return { pool, db: createDatabase(pool, options), limits: createRateLimits(pool) };
  };
  const all: Pool[] = [];
  opened.add(() => Promise.all(all.map(endPool)));
  return {
    requests: open('intake', connections.requests, connections),
    jobs: open('intake-jobs', connections.jobs),
    reserved: open('intake-reserved', connections.reserved),
  };
}

/** Takes nothing new, lets running requests finish, and cuts off those that do not. */
async function closeServer(app: Http, stopping: Stopping): Promise<void> {
  const { server } = app;
  let letGo = () => {};
  stopping.mayAnswer = new Promise((resolve) => (letGo = resolve));
  await untilNoneConnects(server);
  const closed = new Promise((resolve) => server.close(resolve));
  letGo();
  const cut = setTimeout(() => server.closeAllConnections(), requestGraceMs);
  await closed;
  clearTimeout(cut);
  await app.close();
}

/**
 * When a socket stops listening the system resets the connections that it has made and we have not taken yet. So it
 * stops after some turns of the event loop in which there was none to take. Every answer lets its client come again,
 * so answers wait until then.
 */
async function untilNoneConnects(server: Server): Promise<void> {
  let taken = 0;
  const count = () => void taken++;
  server.on('connection', count);
  const deadlineMs = performance.now() + quietMs;
  for (let quietTurns = 0; quietTurns < 3 && performance.now() < deadlineMs; taken = 0) {
    await turnOfLoop();
    quietTurns = taken === 0 ? quietTurns + 1 : 0;
  }
  server.off('connection', count);
}
