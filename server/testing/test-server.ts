import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { onServer } from './database.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { startPooler } from './pooler.ts';

/** The PostgreSQL of a test run. */
export interface TestServer {
  /** Of a superuser, past a pooler. */
  url: string;
  /** The same through a pooler; undefined without one. */
  pooledUrl: string | undefined;
  stop(): Promise<void>;
}

/**
 * The server that `DATABASE_URL` names, with `DATABASE_DIRECT_URL` where that leads to a pooler. Else one without
 * durability: what `npm test -- --database` asked for, or the embedded one.
 *
 * @throws Error when what was asked for is not installed
 */
export async function startTestServer(): Promise<TestServer> {
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct, INTAKE_TEST_DATABASE: wanted = '' } = process.env;
  if (given) return { url: direct ?? given, pooledUrl: direct && given, stop: async () => undefined };
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-test-'));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const directory = path.join(folder, 'postgres');
  const postgres = /^\d+$/.test(wanted)
    ? await startInstalledPostgres(wanted, directory)
    : await startEmbeddedPostgres({ directory, unsafeNoDurability: true });
  // Tests of the planner say themselves how large a table is, which a vacuum would correct.
  await onServer(postgres.ownerUrl, 'alter system set autovacuum = off');
  await onServer(postgres.ownerUrl, 'select pg_reload_conf()');
  const pooler =
    wanted === 'pgbouncer'
      ? await startPooler(postgres.ownerUrl, folder).catch(async (error: unknown) => {
          await postgres.stop();
          throw error;
        })
      : undefined;
  return {
    url: postgres.ownerUrl,
    pooledUrl: pooler?.url,
    async stop() {
      await pooler?.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
