import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabase, createPool, type PooledDatabase } from '../platform/database/database.ts';

/** What a test does by `pool` needs the owner's rights now and then; what the product does has the product's. */
export interface TestDatabase {
  /** Under the product's account. */
  db: PooledDatabase;
  /** Of `db`. */
  productPool: pg.Pool;
  /** For the product; through the pooler where there is one. */
  url: string;
  /** The same past the pooler. */
  directUrl: string;
  /** Both as variables of a process's environment. */
  variables: Record<string, string>;
  /** Of the product's account, past the pooler: workers listen for jobs, which a pooler in transaction mode keeps no session for. */
  workersPool: pg.Pool;
  /** Under the owner's account: prepares what a test needs, and looks at what became of it. */
  pool: pg.Pool;
  ownerUrl: string;
  drop(): Promise<void>;
}

/**
 * A database of its own with the whole schema, copied from the template the test run made. Copied as files: through the
 * log, which is the default, each would be written twice, in two to four times the work.
 *
 * @param template the name of another database to copy, without open connections
 */
export async function createTestDatabase(template = process.env['INTAKE_TEST_TEMPLATE']): Promise<TestDatabase> {
  const server = process.env['INTAKE_TEST_SERVER'];
  const product = process.env['INTAKE_TEST_PRODUCT'];
  if (!template || !server || !product)
    throw new Error('Run tests with vitest: its global set-up starts the database.');
  const name = `intake_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const [directUrl, ownerUrl] = [withDatabase(product, name), withDatabase(server, name)];
  const pooler = process.env['INTAKE_TEST_POOLER'];
  const url = pooler === undefined ? directUrl : withHost(directUrl, pooler);
  const productPool = createPool({ url, isPooled: pooler !== undefined, maxConnections: 12 });
  const workersPool = pooler === undefined ? productPool : createPool({ url: directUrl, maxConnections: 12 });
  // The test's own statements take as long as a busy machine needs.
  const pool = createPool({ url: ownerUrl, maxConnections: 12, patient: true });
  for (const each of [pool, productPool, workersPool]) each.options.connectionTimeoutMillis = 0;
  return {
    db: createDatabase(productPool),
    productPool,
    workersPool,
    url,
    directUrl,
    variables: { DATABASE_URL: url, ...(pooler !== undefined && { DATABASE_DIRECT_URL: directUrl }) },
    pool,
    ownerUrl,
    async drop() {
      await Promise.all([...new Set([pool, productPool, workersPool])].map((each) => each.end()));
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The same account and database, behind another host and port. */
export function withHost(address: string, host: string): string {
  const url = new URL(address);
  url.host = host;
  return url.href;
}

/** A copy of a test's database as it is now. Connections to that are closed; its pools open others. */
export async function copyTestDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1);
  await onServer(
    process.env['INTAKE_TEST_SERVER']!,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  );
  return createTestDatabase(name);
}

/** The same server, another database. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same server, another account with a password of its own; who creates it takes both from here. */
export function withAccount(serverUrl: string, account: string): string {
  const url = new URL(serverUrl);
  url.username = account;
  url.password = randomBytes(12).toString('hex');
  return url.href;
}

/** One statement outside any test database. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
