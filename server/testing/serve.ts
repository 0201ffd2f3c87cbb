/**
 * The built product on a database of its own, for tests that look at it from outside. Takes the port from
 * PORT, makes the database on the server of the test run, and takes it away again when it is told to stop.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createLog } from '../platform/log.ts';
import { migrateAsOwner } from '../schema.ts';
import { describeFailedStart } from '../start-failure.ts';
import { onServer, withAccount, withDatabase, withHost } from './database.ts';
import { builtServer, programEnvironment, requireBuilt } from './process.ts';
import { startTestServer } from './test-server.ts';

/** How to take away what was made; the last made goes first. */
const made: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;
const end = (code: number) => (ending ??= takeAway().then(() => process.exit(code)));
async function takeAway() {
  for (const remove of made.splice(0).toReversed()) await remove();
}
process.once('SIGTERM', () => void end(0));
process.once('disconnect', () => void end(0));

try {
  await serve();
} catch (error) {
  console.error(describeFailedStart(error), error);
  await end(1);
}

async function serve(): Promise<void> {
  requireBuilt();
  const { url: server, pooledUrl, stop } = await startTestServer();
  made.push(stop);
  const name = `intake_serve_${randomBytes(6).toString('hex')}`;
  const [ownerUrl, directUrl] = [withDatabase(server, name), withDatabase(withAccount(server, name), name)];
  await onServer(server, `create database ${name}`);
  made.push(() => onServer(server, `drop database if exists ${name} with (force)`));
  await migrateAsOwner({ ownerUrl, productUrl: directUrl }, createLog('warn'));
  made.push(() => onServer(ownerUrl, `drop owned by ${name}; drop role ${name}`));
  // Classes with one place, for the journeys of people who want the last one.
  await onServer(
    ownerUrl,
    `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
     values ('one-seat', 'software', 'Software Engineering, one seat', 'part-time', current_date + 90, 'Pacific/Auckland', 1),
       ('last-seat', 'software', 'Software Engineering, last seat', 'part-time', current_date + 91, 'Pacific/Auckland', 1)`,
  );
  const database =
    pooledUrl === undefined
      ? { DATABASE_URL: directUrl }
      : { DATABASE_URL: withHost(directUrl, new URL(pooledUrl).host), DATABASE_DIRECT_URL: directUrl };
  const product = spawn(process.execPath, [builtServer], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...programEnvironment(), SECURITY_LOG: 'stdout', ...process.env, ...database, INTAKE_PARENT: 'ipc' },
  });
  const exited = once(product, 'exit');
  made.push(async () => {
    product.kill('SIGINT');
    await exited;
  });
  void exited.then(() => end(1));
}
