import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readMigrationEnv } from './migration-env.ts';

describe('bringing the schema up to date', () => {
  const addresses = {
    DATABASE_URL: 'postgres://product:hunter2@localhost/intake',
    DATABASE_OWNER_URL: 'postgres://owner:hunter2@localhost/intake',
  };

  test('needs two addresses and nothing else', () =>
    expect(readMigrationEnv({ ...addresses, NODE_ENV: 'production' })).toEqual({
      databaseUrl: addresses.DATABASE_URL,
      ownerUrl: addresses.DATABASE_OWNER_URL,
    }));

  test('takes them from files', async ({ onTestFinished }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'intake-owner-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const DATABASE_OWNER_URL_FILE = path.join(folder, 'owner');
    await writeFile(DATABASE_OWNER_URL_FILE, `${addresses.DATABASE_OWNER_URL}\n`);
    const { DATABASE_URL } = addresses;
    expect(readMigrationEnv({ DATABASE_URL, DATABASE_OWNER_URL_FILE }).ownerUrl).toBe(addresses.DATABASE_OWNER_URL);
  });

  test('checks in production that the connection of the owner is verified', () => {
    const open = { ...addresses, NODE_ENV: 'production', DATABASE_OWNER_URL: 'postgres://owner@db.example/intake' };
    expect(() => readMigrationEnv(open)).toThrow('DATABASE_OWNER_URL goes to another machine');
    expect(readMigrationEnv({ ...open, INTAKE_ALLOW_PLAIN: 'database' }).ownerUrl).toBe(open.DATABASE_OWNER_URL);
  });

  test.for([
    ['without the owner', { DATABASE_OWNER_URL: '' }, 'DATABASE_OWNER_URL is missing'],
    ['without the account of the product', { DATABASE_URL: undefined }, 'DATABASE_URL is missing'],
    ['with one account for both', { DATABASE_OWNER_URL: addresses.DATABASE_URL }, 'name one account'],
    ['with another kind of database', { DATABASE_OWNER_URL: 'mysql://hunter2@db' }, 'must be an address beginning'],
  ] as const)('is refused %s', ([, change, said]) => {
    const read = () => readMigrationEnv({ ...addresses, ...change });
    expect(read).toThrow(said);
    expect(read).not.toThrow('hunter2');
  });
});
