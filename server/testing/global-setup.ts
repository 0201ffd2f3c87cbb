import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrations } from '../migrations/all.ts';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { prepareJobs } from '../platform/job-lanes.ts';
import { createLog } from '../platform/log.ts';
import { onServer, withDatabase } from './database.ts';

/**
 * One server for the whole run: the one DATABASE_URL names, else an embedded one without durability.
 * The schema is made once, in a template every test database is copied from.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-test-'));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ directory: path.join(folder, 'postgres'), unsafeNoDurability: true });
  const server = given ?? embedded!.url;
  const template = `intake_template_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${template}`);
  const pool = createPool({ url: withDatabase(server, template), patient: true });
  await migrate(createDatabase(pool), migrations);
  await prepareJobs(pool, createLog('warn'));
  await pool.end();
  process.env['INTAKE_TEST_SERVER'] = server;
  process.env['INTAKE_TEST_TEMPLATE'] = template;
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
