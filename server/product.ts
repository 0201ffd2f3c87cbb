import { setTimeout as sleep } from 'node:timers/promises';
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
import { consolePageRoutes } from './web/console.routes.ts';
import { pageRoutes } from './web/pages.routes.ts';
import { cardEventRoutes } from './platform/cards/card-events/intake.routes.ts';
import { cardEventJobs, compareCardsJob } from './platform/cards/card-events/intake.ts';
import { createClock } from './platform/clock.ts';
import { nameServers } from './platform/database/addresses.ts';
import { checkServers, type DatabaseAddresses } from './platform/database/check-servers.ts';
import { createDatabase, createPool, endPool, type PooledDatabase, type Pool } from './platform/database/database.ts';
import { createReports } from './platform/database/reports.ts';
import { openStandby, type Standby } from './platform/database/standby.ts';
import { measureStandby } from './platform/database/standby-metrics.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import { deletingJobs } from './platform/ended-rows.ts';
import type { Env } from './platform/env.ts';
import { checkBucket } from './platform/files/check-bucket.ts';
import { storedGauges } from './gauges.ts';
import { createFiles } from './platform/files/file-store.ts';
import { closeServer, type Stopping } from './platform/http/close-server.ts';
import { createRateLimits } from './platform/http/limits.ts';
import { guardDevelopmentPages } from './platform/http/development-pages.ts';
import { metricsRoute } from './platform/http/metrics.routes.ts';
import { isOwnMachine } from './platform/http/own-machine.ts';
import { refuseOtherMethods } from './platform/http/methods.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Http } from './platform/http/typed.ts';
import { separateUploads } from './platform/http/uploads-origin.ts';
import { createImages } from './platform/files/images.ts';
import { startJobs } from './platform/job-lanes.ts';
import { workersStopMs } from './platform/job-workers.ts';
import { addLoneJob, requireHandlers } from './platform/jobs.ts';
import { createKeys } from './platform/keys.ts';
import { exposeLoad } from './platform/metrics/load-gauges.ts';
import { exposeStored } from './platform/metrics/stored-gauges.ts';
import type { Log } from './platform/log.ts';
import { createOutbound } from './platform/outbound.ts';
import type { Platform } from './platform/platform.ts';
import { logOutsideRequests } from './platform/security-events/record-event.ts';
import { staffCommandJobs } from './platform/security-events/staff-commands.ts';
import { platformEndedRows } from './platform/platform-ended-rows.ts';
import { prepareSchema } from './schema.ts';
import type { Staff } from './staff/staff.ts';
import { securityTxtRoutes } from './security-txt.routes.ts';
import { closeFailedMs, createStartup, type Startup } from './startup.ts';
import { systemConsoleRoutes } from './web/system.console.routes.ts';
import { systemRoutes } from './web/system.routes.ts';
import { startVendors, type Vendors } from './vendors.ts';
import { widgetPreviewRoutes } from './web/widget-preview.routes.ts';
import { widgetRoutes } from './web/widget.routes.ts';

/**
 * Connections per pool (bulkheads): requests and jobs never wait for one another, and card events and health checks
 * have their own. `keptForReading` of those for requests are never in a transaction, so that reads never wait for
 * locks.
 */
const connections = { requests: 10, keptForReading: 3, jobs: 16, reserved: 4 };

/** The calls that serve uploaded files. */
const callsForUploads = [memberCalls['GET /files/:name'], contentCalls['GET /secure-content/file']];

/** The running product. */
export interface Product {
  app: Http;
  /** Demonstration accounts; undefined in production. */
  demonstration: DemonstrationData | undefined;
  /** Staff of the demonstration; none in production. */
  demonstrationStaff: readonly { email: string; password: string; about: string }[];
  usesSandbox: boolean;
  usesMailbox: boolean;
  /** Lets the front door link the demonstration site, once it has started. @param siteUrl its origin */
  linkDemoSite(siteUrl: string): void;
  /**
   * Graceful shutdown: not ready, then running requests and jobs finish, then connections are closed.
   *
   * @param noticeMs milliseconds to go on serving, for a load balancer to notice
   */
  stop(options?: { noticeMs?: number }): Promise<void>;
}

/**
 * Builds the whole product on a database: schema, stand-ins where no vendor is set, both domains, pages, jobs.
 *
 * @throws whatever a step threw, or that it stalled or was aborted; resources opened so far are closed
 */
export async function createProduct(
  env: Env,
  databaseUrl: string,
  log: Log,
  startup: Startup = createStartup(),
): Promise<Product> {
  const opened = createCloser();
  // Beside the steps of the database, so that a start takes no longer for it.
  const bucketChecked = checkBucket(env.filesUrl);
  bucketChecked.catch(() => undefined);
  try {
    const addresses = { url: databaseUrl, directUrl: env.databaseDirectUrl, readUrl: env.databaseReadUrl };
    const warnings = await startup.step('the servers of the database to answer', () => checkServers(addresses));
    for (const warning of warnings) log.warn(warning);
    await prepareSchema(addresses.directUrl ?? databaseUrl, { log, startup, production: env.production });
    for (const warning of await startup.step('the bucket at FILES_URL to answer', () => bucketChecked))
      log.warn(warning);
    return await assemble(env, { addresses, log, startup, opened });
  } catch (error) {
    // Keep the original error, and do not let closing after a stall outlast the limit of a start.
    const closed = opened.closeAll().catch((fault: unknown) => log.warn({ err: fault }, 'closing a failed start'));
    const limitMs = closeFailedMs + (startup.signal.aborted ? workersStopMs : 0);
    await Promise.race([closed, sleep(limitMs, undefined, { ref: false })]);
    throw error;
  }
}

interface Parts {
  addresses: DatabaseAddresses;
  log: Log;
  startup: Startup;
  opened: ReturnType<typeof createCloser>;
}

async function assemble(env: Env, { addresses, log, startup, opened }: Parts): Promise<Product> {
  logOutsideRequests(log);
  const { step } = startup;
  if (env.tracing) {
    // Loaded only here: it costs a start its time and a process its memory.
    const { startTracing } = await import('./platform/tracing/otlp.ts');
    opened.add(startTracing(env.tracing, log));
  }
  const standby = openReadStandby(env, log, opened);
  const connected = openDatabase(addresses, opened, standby);
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
    // Stand-ins, and programs of developers who try the product, run on this machine.
    outbound: createOutbound({
      only: { hosts: env.outboundHosts, log },
      ...(!env.production && { allowedOrigins: [env.appUrl], reachesOwnMachine: true }),
    }),
    retention: env.retention,
    production: env.production,
    payAtSandbox: vendors.payAtSandbox,
    appUrl: env.appUrl,
    uploadsUrl: env.uploadsUrl,
  };
  // Built twice, for requests and for jobs: rules take the pool from their services, and the two pools must not share
  // connections.
  const domainsOn = ({ db, reports, limits }: Connected) => {
    const platform = { ...world, db, reports, limits };
    return createDomains(platform, [{ consoleRoutes: (scoped) => systemConsoleRoutes(scoped, platform) }]);
  };
  const forRequests = domainsOn(connected.requests);
  const forJobs = domainsOn(connected.jobs);
  await step('the database to take the data of a fresh installation', async () => {
    await forRequests.membership.seed({ demonstration: !env.production });
    await forRequests.enrolment.seed({ demonstrationStudents: env.demonstrationStudents });
    await forRequests.staff.seed({ demonstration: !env.production });
  });

  const stopping: Stopping = { has: false };
  const demoSite: ServerParts['demoSite'] = {};
  const databaseAddress = nameServers(addresses.url);
  const app = await step('the pages to be read', () =>
    buildServer(env, {
      ...forRequests,
      world,
      vendors,
      reservedDb: connected.reserved.db,
      standby,
      databaseAddress,
      demoSite,
      stopping,
    }),
  );
  const jobs = [
    ...vendors.jobs,
    ...deletingJobs({ ...world, db: jobsDb }, platformEndedRows),
    ...staffCommandJobs(log),
    ...forJobs.membership.jobs(),
    ...forJobs.enrolment.jobs(),
    ...forJobs.staff.jobs(),
    // Enrolment is last: it reports payments that no seller claims to staff.
    ...cardEventJobs({ ...world, db: jobsDb }, [forJobs.membership.onCardNews, forJobs.enrolment.onCardNews]),
  ];
  requireHandlers(jobs);
  const workers = await step('the workers to look for jobs', () => {
    const starting = startJobs(connected.jobs.pool, jobsDb, jobs, log, startup.signal);
    // A lane runs jobs while another has not looked yet: a start that is told to stop lets them finish.
    opened.add(async () => (await starting.catch(() => undefined))?.stop());
    return starting;
  });
  const demonstrationStaff = env.production ? [] : await forRequests.staff.demonstrationAccounts();
  const demonstration = await step('the database to take the first jobs', async () => {
    // Reconcile at once what happened while no process ran, instead of at the next schedule.
    for (const kind of [reconcileJob, reconcilePlansJob, compareCardsJob])
      await addLoneJob(jobsDb, kind, {}, { key: 'at-start' });
    return env.production ? undefined : forRequests.membership.demonstrationData();
  });
  exposeStored(jobsDb, log, storedGauges(jobs));
  exposeLoad(connected, app.server);
  measureStandby(standby);
  standby?.watch(connected.reserved.db);
  return {
    app,
    demonstration,
    demonstrationStaff,
    usesSandbox: env.stripe === undefined,
    usesMailbox: env.smtpUrl === undefined,
    linkDemoSite: (siteUrl) => void (demoSite.url = siteUrl),
    async stop({ noticeMs = 0 } = {}) {
      stopping.has = true;
      await sleep(noticeMs);
      await Promise.all([closeServer(app, stopping), workers.stop()]);
      await opened.closeAll();
    },
  };
}

/** Warns that pages under /dev, with mailed codes and demonstration accounts, are public outside production. */
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
  staff: Staff;
  world: World;
  vendors: Vendors;
  reservedDb: PooledDatabase;
  standby: Standby | undefined;
  /** Host and port of the database. */
  databaseAddress: string;
  /** Its origin is set once it has started, after the server. */
  demoSite: { url?: string };
  stopping: Stopping;
}

async function buildServer(env: Env, parts: ServerParts): Promise<Http> {
  const { membership, enrolment, staff, world, vendors, reservedDb, stopping } = parts;
  const { trustedProxies, appUrl, uploadsUrl } = env;
  const app = createHttpServer({
    log: world.log,
    trustedProxies,
    appUrl,
    strict: !env.production,
    joinsTraces: env.tracing?.believesProxies ?? false,
  });
  app.addHook('onSend', async (_request, reply) => {
    // Clients still connected are answered with `connection: close`.
    if (stopping.has) reply.header('connection', 'close');
    await stopping.mayAnswer;
  });
  if (!env.production) guardDevelopmentPages(app, env.appUrl);
  separateUploads(app, { appUrl, uploadsUrl, calls: callsForUploads });
  const refuseMethods = refuseOtherMethods(app);
  membership.routes(app);
  enrolment.routes(app);
  staff.routes(app);
  // Card events have database connections of their own, so that busy pages never delay money.
  app.register(async (scoped) => cardEventRoutes(scoped as unknown as Http, { ...world, db: reservedDb }));
  systemRoutes(app, reservedDb, { isStopping: () => stopping.has, standby: parts.standby });
  metricsRoute(app, { token: env.metricsToken, production: env.production });
  for (const routes of vendors.routes) await app.register(async (scoped) => routes(scoped as unknown as Http));
  if (!env.production) {
    membership.developmentRoutes(app, { home: `/${defaultPartner}` });
    enrolment.developmentRoutes(app);
    staff.developmentRoutes(app);
  }
  await securityTxtRoutes(app, { appUrl, clock: world.clock, contact: env.securityContact });
  const content = enrolment.publishedContent();
  await outlineRoutes(app, enrolment.publishedOutlines(content));
  await widgetRoutes(app);
  // Decision 0038: the front door exists outside production only.
  if (!env.production) await frontDoorRoutes(app, describeFrontDoor(env, parts));
  const home = env.production ? `/${defaultPartner}` : '/';
  await pageRoutes(app, {
    appUrl: env.appUrl,
    home,
    hasSession: membership.bringsSession,
    content,
    askSite: enrolment.portalSite(),
  });
  await widgetPreviewRoutes(app, env.appUrl);
  await consolePageRoutes(app, env.appUrl);
  await docsRoutes(app, { ...env, findSiteUrl: () => parts.demoSite.url });
  apiReferenceRoutes(app, env.appUrl);
  refuseMethods();
  await app.ready();
  return app;
}

function describeFrontDoor(env: Env, { membership, databaseAddress, demoSite }: ServerParts): FrontDoorOptions {
  const { appUrl } = env;
  return {
    appUrl,
    findSiteUrl: () => demoSite.url,
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

/** A stack of resources to close, last in first out; a failure does not keep the others open. */
function createCloser() {
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

/** The services that depend on a pool. */
interface Connected extends Pick<Platform, 'db' | 'reports' | 'limits'> {
  pool: Pool;
}
/** The platform without its database services. */
type World = Omit<Platform, keyof Connected>;

/** The standby that DATABASE_READ_URL names; undefined without one. */
function openReadStandby(
  { databaseReadUrl: url, databaseReadLagSeconds: lagSeconds }: Env,
  log: Log,
  opened: Parts['opened'],
): Standby | undefined {
  if (url === undefined) return undefined;
  const standby = openStandby({ url, lagSeconds, applicationName: 'intake-reports', log });
  opened.add(standby.close);
  return standby;
}

function openDatabase({ url, directUrl }: DatabaseAddresses, opened: Parts['opened'], standby: Standby | undefined) {
  const shared = { url, isPooled: directUrl !== undefined };
  const direct = { url: directUrl ?? url };
  const open = (
    address: typeof shared | typeof direct,
    name: string,
    maxConnections: number,
    options?: { keptForReading: number },
  ): Connected => {
    const pool = createPool({ ...address, maxConnections, applicationName: name });
    all.push(pool);
    const db = createDatabase(pool, options);
    return { pool, db, reports: createReports(db, standby), limits: createRateLimits(pool) };
  };
  const all: Pool[] = [];
  opened.add(() => Promise.all(all.map(endPool)));
  return {
    requests: open(shared, 'intake', connections.requests, connections),
    jobs: open(direct, 'intake-jobs', connections.jobs),
    reserved: open(shared, 'intake-reserved', connections.reserved),
  };
}
