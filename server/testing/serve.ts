/**
 * The product on a database of its own, for tests that look at it from outside. Takes the port from PORT, makes the
 * database on the server of DATABASE_URL or an embedded one, and takes it away again when it is told to stop.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { readEnv } from '../platform/env.ts';
import { startDemoSite } from '../platform/stand-ins/demo-site.ts';
import { createLog } from '../platform/log.ts';
import { createProduct } from '../product.ts';
import { migrateAsOwner } from '../schema.ts';
import { onServer, withAccount, withDatabase } from './database.ts';

/** How to take away what was made; the last made goes first. */
const made: (() => Promise<unknown>)[] = [];
const end = async (code: number) => {
  for (const remove of made.splice(0).toReversed()) await remove();
  process.exit(code);
};
process.once('SIGTERM', () => void end(0));
process.once('disconnect', () => void end(0));

try {
  await serve();
} catch (error) {
  console.error(error);
  await end(1);
}

async function serve(): Promise<void> {
  const env = readEnv(process.env);
  const server = env.databaseUrl ?? (await startDatabase());
  const name = `intake_serve_${randomBytes(6).toString('hex')}`;
  const [ownerUrl, productUrl] = [withDatabase(server, name), withDatabase(withAccount(server, name), name)];
  await onServer(server, `create database ${name}`);
  made.push(() => onServer(server, `drop database if exists ${name} with (force)`));
  const log = createLog(env.logLevel);
  await migrateAsOwner({ ownerUrl, productUrl }, log);
  made.push(() => onServer(ownerUrl, `drop owned by ${name}; drop role ${name}`));
  const product = await createProduct(env, productUrl, log);
  made.push(() => product.stop());
  // Classes with one place, for the journeys of people who want the last one.
  await onServer(
    ownerUrl,
    `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
     values ('one-seat', 'software', 'Software Engineering, one seat', 'part-time', current_date + 90, 'Pacific/Auckland', 1),
       ('last-seat', 'software', 'Software Engineering, last seat', 'part-time', current_date + 91, 'Pacific/Auckland', 1)`,
  );
  const demoSite = await startDemoSite({ port: env.demoPort, host: env.host, appUrl: env.appUrl });
  made.push(() => demoSite.close());
  await product.app.listen({ port: env.port, host: env.host });
}

async function startDatabase(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-serve-'));
  made.push(() => rm(folder, { recursive: true, force: true }));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const embedded = await startEmbeddedPostgres({ directory: path.join(folder, 'postgres'), unsafeNoDurability: true });
  made.push(() => embedded.stop());
  return embedded.ownerUrl;
}
