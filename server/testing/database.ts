import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabase, createPool, type PooledDatabase } from '../platform/database/database.ts';

/** What a test does by `pool` needs the owner's rights now and then; what the product does has the product's. */
export interface TestDatabase {
  /** Under the product's account. */
  db: PooledDatabase;
  /** Of `db`. */
  productPool: pg.Pool;
  /** For the product. */
  url: string;
  /** Under the owner's account: prepares what a test needs, and looks at what became of it. */
  pool: pg.Pool;
  ownerUrl: string;
  drop(): Promise<void>;
}

/**
 * A database of its own with the whole schema, copied from the template the test run made. Copied as files: through the
 * log, which is the default, each would be written twice, in two to four times the work.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env['INTAKE_TEST_TEMPLATE'];
  const server = process.env['INTAKE_TEST_SERVER'];
  const product = process.env['INTAKE_TEST_PRODUCT'];
  if (!template || !server || !product)
    throw new Error('Run tests with vitest: its global set-up starts the database.');
  const name = `intake_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const [url, ownerUrl] = [withDatabase(product, name), withDatabase(server, name)];
  const productPool = createPool({ url, maxConnections: 12 });
  const pool = createPool({ url: ownerUrl, maxConnections: 12 });
  return {
    db: createDatabase(productPool),
    productPool,
    url,
    pool,
    ownerUrl,
    async drop() {
      await Promise.all([pool.end(), productPool.end()]);
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
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
