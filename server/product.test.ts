import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { addLoneJob } from './platform/jobs.ts';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { createProduct } from './product.ts';
import { createTestDatabase } from './testing/database.ts';
import { eventually, startTestProduct } from './testing/product.ts';
import { named } from './testing/workers.ts';
import { productionVariables } from './testing/production.ts';

test.for([
  ['0.0.0.0', 1],
  ['::', 1],
  ['127.0.0.1', 0],
  ['localhost', 0],
] as const)('a product for development that listens on %s warns of its open pages %i times', async ([HOST, times]) => {
  const database = await createTestDatabase();
  let logged = '';
  const lines = new PassThrough().on('data', (text) => (logged += String(text)));
  const product = await createProduct(readEnv({ ...database.variables, HOST }), database.url, createLog('warn', lines));
  await product.stop();
  await database.drop();
  expect(logged.match(/HOST opens this server/g) ?? []).toHaveLength(times);
});

test('jobs use their own connections for limits and mails, so that busy pages delay neither', async () => {
  const product = await startTestProduct();
  const { pool, db } = product.database;
  const client = await pool.connect();
  await client.query('begin; lock table rate_limit, mail_outbox in access exclusive mode');
  const code = { siteId: 'app_demo', email: 'ana@example.org', purpose: 'reset', clientAddress: '10.0.0.1' };
  await addLoneJob(db, named('mail-code'), code);
  await addLoneJob(db, named('send-mail'), { id: 'mail_none' });
  const waiting = async (table: string) => {
    const { rows } = await pool.query<{ application_name: string }>(
      `select application_name from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [`%from%${table}%`],
    );
    return rows.map((row) => row.application_name);
  };
  await eventually(async () => (await waiting('rate_limit')).length * (await waiting('mail_outbox')).length > 0);
  expect([await waiting('rate_limit'), await waiting('mail_outbox')]).toEqual([['intake-jobs'], ['intake-jobs']]);
  await client.query('rollback');
  client.release();
  await product.stop();
});

test('in production a start warns about a public address without a trusted proxy', async () => {
  const database = await createTestDatabase();
  const variables = productionVariables({ database: database.variables, port: 4000, smtpPort: 1 });
  let logged = '';
  const lines = new PassThrough().on('data', (text) => (logged += String(text)));
  const env = readEnv({ ...variables, HOST: '0.0.0.0' });
  const product = await createProduct(env, database.url, createLog('warn', lines));
  await product.stop();
  await database.drop();
  expect(logged.match(/TRUSTED_PROXIES names no proxy/g)).toHaveLength(1);
});
