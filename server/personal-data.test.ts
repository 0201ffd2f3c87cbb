import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalTables } from './personal-tables.ts';
import type { PersonalTable } from './platform/personal-data.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Inventory = readonly Pick<PersonalTable, 'table' | 'without'>[];

/** Columns of hashes and sealed values that an export of these tables would print. */
async function findExportedSecrets(inventory: Inventory): Promise<string[]> {
  const { rows } = await database.pool.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (data_type = 'bytea' or column_name ~ '_(hash|sealed)$')`);
  return rows
    .filter(({ table, column }) => inventory.some((each) => each.table === table && !each.without?.includes(column)))
    .map(({ table, column }) => `${table}.${column}`);
}

test('an export leaves out every hash and sealed value', async () => {
  expect(await findExportedSecrets(personalTables)).toEqual([]);
});

test('a hash that an inventory forgets is found', async () => {
  expect(await findExportedSecrets([{ table: 'session' }])).toEqual(['session.token_hash']);
});
