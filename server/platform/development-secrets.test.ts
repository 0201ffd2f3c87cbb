import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { developmentSecret } from './development-secrets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a secret is made once and shared by all that ask, also at the same time', async () => {
  const asked = await Promise.all(Array.from({ length: 8 }, () => developmentSecret(database.db, 'signing')));
  expect(new Set(asked)).toHaveLength(1);
  expect(await developmentSecret(database.db, 'signing')).toBe(asked[0]);
  expect(asked[0]).toMatch(/^[\w-]{43}$/);
});

test('secrets of two names differ, and may begin as asked', async () => {
  const webhook = await developmentSecret(database.db, 'webhook', 'whsec_');
  expect(webhook).toMatch(/^whsec_[\w-]{43}$/);
  expect(webhook).not.toContain(await developmentSecret(database.db, 'other'));
});
