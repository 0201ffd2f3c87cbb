import { createEnrolment, reconcileJob } from './enrolment/enrolment.ts';
import { createMembership, type DemonstrationData } from './membership/index.ts';
import { migrations } from './migrations/all.ts';
import { pageRoutes } from './pages.routes.ts';
import { createCardProvider, type CardProvider } from './platform/card-provider.ts';
import { createClock } from './platform/clock.ts';
import { createDatabase, createPool, type Database, type Pool } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import type { Env } from './platform/env.ts';
import { createRateLimits, forgetOldCounts } from './platform/http/limits.ts';
import { refuseOtherMethods } from './platform/http/methods.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Http } from './platform/http/typed.ts';
import { measureJobs } from './platform/job-metrics.ts';
import { addJob, prepareJobs, startJobs } from './platform/jobs.ts';
import { createKeys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { createMailSender } from './platform/mail.ts';
import type { Platform } from './platform/platform.ts';
import { startCardSandbox } from './platform/stand-ins/card-sandbox/card-sandbox.ts';
import { startMailbox } from './platform/stand-ins/mailbox.ts';
import { systemRoutes } from './system.routes.ts';

/** Connections: requests and jobs never wait for one another, and card events and health have some of their own. */
const connections = { requests: 10, jobs: 12, reserved: 2 };

export interface Product {
  app: Http;
  demonstration: DemonstrationData;
  usesSandbox: boolean;
  usesMailbox: boolean;
  /** Red first, then running requests and jobs finish, then the connections close. */
  stop(): Promise<void>;
}

/** Builds the whole product on a database: schema, stand-ins where no vendor is set, both domains, pages, jobs. */
export async function createProduct(env: Env, databaseUrl: string, log: Log): Promise<Product> {
  await prepareDatabase(databaseUrl, log);
  const pools = {
    requests: createPool({ url: databaseUrl, maxConnections: connections.requests }),
    jobs: createPool({ url: databaseUrl, maxConnections: connections.jobs, applicationName: 'intake-jobs' }),
    reserved: createPool({
      url: databaseUrl,
      maxConnections: connections.reserved,
      applicationName: 'intake-reserved',
    }),
  };
  const db = createDatabase(pools.requests);
  const jobsDb = createDatabase(pools.jobs);
  const vendors = await startVendors(env, jobsDb, log);
  const platform: Platform = {
    db,
    clock: createClock(env.startsAt),
    keys: createKeys(env.secrets.length > 0 ? env.secrets : [await developmentSecret(db, 'signing')]),
    limits: createRateLimits(pools.requests),
    cards: vendors.cards,
    log,
    appUrl: env.appUrl,
  };
  const membership = createMembership(platform);
  const enrolment = createEnrolment(platform, membership);
  await membership.seed({ demonstration: !env.production });
  await enrolment.seed();

  let stopping = false;
  const app = createHttpServer({ log, trustedProxies: env.trustedProxies, appUrl: env.appUrl });
  const refuseMethods = refuseOtherMethods(app);
  membership.routes(app);
  enrolment.routes(app);
  systemRoutes(app, createDatabase(pools.reserved), { isStopping: () => stopping });
  for (const routes of vendors.routes) await app.register(async (scoped) => routes(scoped as unknown as Http));
  if (!env.production) app.get('/dev/demo.json', async () => membership.demonstrationData());
  await pageRoutes(app);
  refuseMethods();
  await app.ready();

  const inJobs = { ...platform, db: jobsDb };
  const jobMembership = createMembership(inJobs);
  const jobs = await startJobs(
    pools.jobs,
    jobsDb,
    [vendors.mail.job, forgetOldCounts(jobsDb), ...jobMembership.jobs, ...createEnrolment(inJobs, jobMembership).jobs],
    log,
  );
  // What happened while no process ran is looked up at once, not at the next full five minutes.
  await addJob(jobsDb, { name: reconcileJob, key: `${reconcileJob}-at-start` });
  measureJobs(jobsDb);
  return {
    app,
    demonstration: membership.demonstrationData(),
    usesSandbox: env.stripe === undefined,
    usesMailbox: env.smtpUrl === undefined,
    async stop() {
      stopping = true;
      await app.close();
      await jobs.stop();
      await vendors.close();
      await endPools(Object.values(pools));
    },
  };
}

async function prepareDatabase(url: string, log: Log): Promise<void> {
  const pool = createPool({ url, maxConnections: 3, patient: true });
  try {
    await migrate(createDatabase(pool), migrations);
    await prepareJobs(pool, log);
  } finally {
    await pool.end();
  }
}

interface Vendors {
  cards: CardProvider;
  mail: ReturnType<typeof createMailSender>;
  routes: ((app: Http) => Promise<void>)[];
  close(): Promise<void>;
}

/** The real services where they are set, else programs of our own that speak their protocol. */
async function startVendors(env: Env, db: Database, log: Log): Promise<Vendors> {
  const mailbox = env.smtpUrl ? undefined : await startMailbox(db, log);
  const webhookSecret = env.stripe?.webhookSecret ?? (await developmentSecret(db, 'webhook', 'whsec_'));
  const sandbox = env.stripe
    ? undefined
    : await startCardSandbox({
        db,
        publicUrl: env.appUrl,
        webhookUrl: `http://127.0.0.1:${env.port}/webhooks/stripe`,
        webhookSecret,
        log,
      });
  const mail = createMailSender(db, { smtpUrl: env.smtpUrl ?? mailbox!.smtpUrl, from: env.mailFrom, log });
  return {
    mail,
    cards: createCardProvider({
      secretKey: env.stripe?.secretKey ?? 'sk_test_sandbox',
      webhookSecret,
      apiBase: env.stripe ? env.stripe.apiBase : sandbox!.apiBase,
      log,
    }),
    routes: [mailbox?.routes, sandbox?.routes].filter((routes) => routes !== undefined),
    async close() {
      mail.close();
      await Promise.all([mailbox?.close(), sandbox?.close()]);
    },
  };
}

const endPools = (pools: Pool[]) => Promise.all(pools.map((pool) => pool.end()));
