import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabase, createPool, type PooledDatabase } from '../platform/database/database.ts';

export interface TestDatabase {
  db: PooledDatabase;
  pool: pg.Pool;
  url: string;
  drop(): Promise<void>;
}

/**
 * A database of its own with the whole schema, copied from the template the test run made. Copied as files: through the
 * log, which is the default, each would be written twice, in two to four times the work.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env['INTAKE_TEST_TEMPLATE'];
  const server = process.env['INTAKE_TEST_SERVER'];
  if (!template || !server) throw new Error('Run tests with vitest: its global set-up starts the database.');
  const name = `intake_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(server, name);
  const pool = createPool({ url, maxConnections: 12 });
  return {
    db: createDatabase(pool),
    pool,
    url,
    async drop() {
      await pool.end();
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
