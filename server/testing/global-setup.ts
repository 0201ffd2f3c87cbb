import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { createLog } from '../platform/log.ts';
import { migrateAsOwner } from '../schema.ts';
import { onServer, withAccount, withDatabase } from './database.ts';

/**
 * One server for the whole run: the one DATABASE_URL names, else an embedded one without durability.
 * The schema is made once, in a template every test database is copied from, with the rights of the account that the
 * product runs under in all tests.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-test-'));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ directory: path.join(folder, 'postgres'), unsafeNoDurability: true });
  const server = given ?? embedded!.ownerUrl;
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
  process.env['INTAKE_TEST_TEMPLATE'] = template;
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`);
    // A database that a killed test left behind still names it.
    await onServer(server, `drop role if exists ${account}`).catch(() => undefined);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
