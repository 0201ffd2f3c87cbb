/**
 * The product on a database of its own, for tests that look at it from outside. Takes the port from PORT, makes the
 * database on the server of the test run, and takes it away again when it is told to stop.
 */
import { randomBytes } from 'node:crypto';
import { readEnv } from '../platform/env.ts';
import { startDemoSite } from '../platform/stand-ins/demo-site.ts';
import { createLog } from '../platform/log.ts';
import { createProduct } from '../product.ts';
import { migrateAsOwner } from '../schema.ts';
import { describeFailedStart } from '../start-failure.ts';
import { onServer, withAccount, withDatabase, withHost } from './database.ts';
import { startTestServer } from './test-server.ts';

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
  console.error(describeFailedStart(error), error);
  await end(1);
}

async function serve(): Promise<void> {
  const { url: server, pooledUrl, stop } = await startTestServer();
  made.push(stop);
  const name = `intake_serve_${randomBytes(6).toString('hex')}`;
  const [ownerUrl, directUrl] = [withDatabase(server, name), withDatabase(withAccount(server, name), name)];
  const productUrl = pooledUrl === undefined ? directUrl : withHost(directUrl, new URL(pooledUrl).host);
  const pooled = pooledUrl !== undefined && { DATABASE_URL: productUrl, DATABASE_DIRECT_URL: directUrl };
  const env = readEnv({ ...process.env, ...pooled });
  await onServer(server, `create database ${name}`);
  made.push(() => onServer(server, `drop database if exists ${name} with (force)`));
  const log = createLog(env.logLevel);
  await migrateAsOwner({ ownerUrl, productUrl: directUrl }, log);
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
  product.linkDemoSite(demoSite.url);
  await product.app.listen({ port: env.port, host: env.host });
}
