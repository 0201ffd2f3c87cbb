import { randomBytes } from 'node:crypto';
import { createLog } from '../platform/log.ts';
import { migrateAsOwner } from '../schema.ts';
import { onServer, withAccount, withDatabase } from './database.ts';
import { startTestServer } from './test-server.ts';

/**
 * One server for the whole run. The schema is made once, in a template every test database is copied from, with the rights of the account that the
 * product runs under in all tests.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url: server, pooledUrl, stop } = await startTestServer();
  const template = `intake_template_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${template}`);
  const account = `intake_test_product_${randomBytes(6).toString('hex')}`;
  const product = withAccount(server, account);
  await migrateAsOwner(
    { ownerUrl: withDatabase(server, template), productUrl: withDatabase(product, template) },
    createLog('warn'),
  );
  process.env['INTAKE_TEST_SERVER'] = server;
  process.env['INTAKE_TEST_PRODUCT'] = product;
  if (pooledUrl !== undefined) process.env['INTAKE_TEST_POOLER'] = new URL(pooledUrl).host;
  process.env['INTAKE_TEST_TEMPLATE'] = template;
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`);
    // A database that a killed test left behind still names it.
    await onServer(server, `drop role if exists ${account}`).catch(() => undefined);
    await stop();
  };
}
