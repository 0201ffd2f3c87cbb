import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { transaction } from '../database/database.ts';
import { planAnew } from './plan-anew.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** How a statement would be done for which parallel workers cost nothing. */
const planOf = (limitMs?: number) =>
  transaction(database.db, async (tx) => {
    await planAnew(tx, limitMs);
    await sql`select set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true),
      set_config('min_parallel_table_scan_size', '0', true), set_config('enable_indexonlyscan', 'off', true)`.execute(
      tx,
    );
    const { rows } = await sql`explain select count(*) from pg_proc where prosrc like '%a%'`.execute(tx);
    return JSON.stringify(rows);
  });

describe('a statement of a list', () => {
  test('that may take some milliseconds starts no parallel workers', async () => {
    expect(await planOf(80)).not.toContain('Gather');
  });

  test('that takes its time may start some (negative control)', async () => {
    expect(await planOf()).toContain('Gather');
  });
});
