import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrations } from '../server/migrations/all.ts';
import { createDatabase, createPool } from '../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { freePort } from '../server/testing/free-port.ts';
import { builtServer } from '../scripts/lib/project.mjs';
import { startProgram, type Program } from './program.ts';

/** What a benchmark stands on: one PostgreSQL server with durability, in a folder that goes with it. */
export interface Ground {
  /** Its first database, which is empty. */
  databaseUrl: string;
  /** Process id of the PostgreSQL server. */
  postgresPid: number;
  /** The address of a database that an earlier run has left in a folder that is kept. */
  findDatabase(name: string): Promise<string | undefined>;
  /** Creates a database with the product's schema. @returns its owner's address */
  newDatabase(name: string): Promise<string>;
  /** Starts the product on a database and waits until it answers. */
  startProduct(databaseUrl: string, more?: Record<string, string>): Promise<Program>;
  /** Starts a program of this folder that listens on PORT and answers `/healthz`. @param file below `bench/` */
  startProgram(file: string, variables: Record<string, string>): Promise<Program>;
  stop(): Promise<void>;
}

/**
 * Starts the database server. What was started on it stops with it, and it goes with its folder, unless `BENCH_FOLDER`
 * names one to keep: to fill a large database takes minutes.
 */
export async function startGround(): Promise<Ground> {
  const kept = process.env['BENCH_FOLDER'];
  const folder = kept ?? (await mkdtemp(path.join(tmpdir(), 'intake-bench-')));
  // As root the database runs under another account, which needs access.
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ directory: path.join(folder, 'postgres') });
  const running: Program[] = [];
  const start = async (...[file, variables, port]: Parameters<typeof startProgram>) => {
    const program = await startProgram(file, variables, port);
    running.push(program);
    return program;
  };
  return {
    databaseUrl: database.ownerUrl,
    postgresPid: Number(readFileSync(path.join(database.directory, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async findDatabase(name) {
      const admin = new pg.Client({ connectionString: database.ownerUrl });
      await admin.connect();
      try {
        const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
        return rowCount === 0 ? undefined : Object.assign(new URL(database.ownerUrl), { pathname: `/${name}` }).href;
      } finally {
        await admin.end();
      }
    },
    async newDatabase(name) {
      const admin = new pg.Client({ connectionString: database.ownerUrl });
      await admin.connect();
      try {
        await admin.query(`create database ${name}`);
      } finally {
        await admin.end();
      }
      const url = new URL(database.ownerUrl);
      url.pathname = `/${name}`;
      const pool = createPool({ url: url.href, maxConnections: 2, patient: true });
      try {
        await migrate(createDatabase(pool), migrations);
      } finally {
        await pool.end();
      }
      return url.href;
    },
    async startProduct(databaseUrl, more = {}) {
      const [port, demoPort] = [Number(more['PORT'] ?? (await freePort())), await freePort()];
      const environment = {
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(folder, `data-${port}`),
        DEMO_PORT: String(demoPort),
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.0/8',
      };
      return start(`../${builtServer}`, { ...environment, ...more }, port);
    },
    startProgram: async (file, variables) => start(file, variables, await freePort()),
    async stop() {
      for (const program of running) await program.stop();
      await database.stop();
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The version of the PostgreSQL server behind an address, `18.1`. */
export async function findPostgresVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version.split(' ')[0]!;
}
