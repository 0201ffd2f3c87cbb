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
import { createLog } from '../platform/log.ts';
import { createProduct } from '../product.ts';
import { onServer, withDatabase } from './database.ts';

const env = readEnv(process.env);
const folder = await mkdtemp(path.join(tmpdir(), 'intake-serve-'));
// As root the server runs under another account, which must be able to enter.
await chmod(folder, 0o755);
const embedded = env.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ directory: path.join(folder, 'postgres'), unsafeNoDurability: true });
const server = env.databaseUrl ?? embedded!.url;
const name = `intake_serve_${randomBytes(6).toString('hex')}`;
await onServer(server, `create database ${name}`);

const product = await createProduct(env, withDatabase(server, name), createLog(env.logLevel));
// A class with one place, for the journey of two people who both want it.
await onServer(
  withDatabase(server, name),
  `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
   values ('one-seat', 'software', 'Software Engineering, one seat', 'part-time', current_date + 90, 'Pacific/Auckland', 1)`,
);
await product.app.listen({ port: env.port, host: env.host });

const stop = async () => {
  await product.stop();
  await onServer(server, `drop database if exists ${name} with (force)`);
  await embedded?.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => void stop());
