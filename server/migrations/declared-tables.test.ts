import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { findColumns, findMisfits } from '../testing/declared-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the tables that the code declares are those of the migrated database', async () => {
  expect(
    await findMisfits(await findColumns(database.pool)),
    'change the Tables type in that file, or add a migration with the next number',
  ).toEqual([]);
});

test('a column that was renamed, made nullable, retyped or lost its default is found', async () => {
  await database.pool.query(`
    alter table member rename column login_redirect to redirect_after_login;
    alter table member alter column email drop not null;
    alter table member alter column created_at type text;
    alter table member alter column verified drop default;
    alter table site rename to website`);
  const file = 'server/membership/members/members.store.ts';
  const found = await findMisfits(await findColumns(database.pool), [file]);
  expect(found.toSorted()).toEqual([
    `${file}: member.created_at is text`,
    `${file}: member.email may be null`,
    `${file}: member.login_redirect is not there`,
    `${file}: member.verified must not be left out of an insert`,
    `${file}: site.id is not there`,
  ]);
});
