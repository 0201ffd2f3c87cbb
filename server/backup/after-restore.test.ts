import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { checkedColumns, fillTable } from '../testing/fill-table.ts';
import { afterRestore, worksOnce } from './after-restore.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Tables with the hash of a token or code that `afterRestore` leaves, and why. */
const kept: Record<string, string> = {
  connect_ticket: 'goes with its session',
  content_piece: 'a link to look at a draft for an hour, which shows nothing of a member',
  first_factor_link: 'lets nobody in, and the factor that it undid is back as well',
  former_address: 'gives an address back to the member who left it, and lets nobody in',
  lead: 'may be shown again and again while it lasts',
  plan_checkout: 'the hash of its terms',
  secret_key: 'staff revoke again what was revoked (docs/backup.md)',
  session: 'ends by its own rule',
  staff_session: 'emptied, as sessions are',
  team: 'an invitation is for many; its owner makes a new one (docs/backup.md)',
};

test('every table with the hash of a token or code ends with a restore, or has a reason', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_hash'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...worksOnce, ...Object.keys(kept)].toSorted());
});

test('after a restore no session is left and nothing that works once', async () => {
  const { pool, db } = database;
  const emptied = [...worksOnce, 'connect_ticket', 'session', 'staff_session'];
  for (const table of emptied) await fillTable(pool, table, { rows: 3, columns: checkedColumns[table] ?? {} });
  const count = async () => {
    const counts = emptied.map((table) => pool.query(`select from ${table}`));
    return (await Promise.all(counts)).map(({ rowCount }) => rowCount);
  };
  expect((await count()).every((rows) => rows! >= 3)).toBe(true);
  expect((await afterRestore(db)).sessions).toBeGreaterThanOrEqual(3);
  expect(await count()).toEqual(emptied.map(() => 0));
});

test('a backup from before a table was added is made safe as well', async () => {
  for (const table of ['member_view', 'cancelled_run', 'moved_run'])
    await database.pool.query(`alter table ${table} rename to ${table}_of_later`);
  await fillTable(database.pool, 'mailed_code', { rows: 3, columns: checkedColumns['mailed_code'] ?? {} });
  await afterRestore(database.db);
  expect((await database.pool.query('select from mailed_code')).rowCount).toBe(0);
});
