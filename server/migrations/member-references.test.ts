import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

/** Columns that refer to a member and outlive it, each with its reason. */
const outlasting: Record<string, string> = {
  'enrolment_order.member_id': 'money outlives its member: decision 0020',
  'plan_checkout.member_id': 'money outlives its member: decision 0020',
  'seat_claim.member_id': 'a seat that is paid for stays taken until staff decide: decision 0020',
  'eligibility_check.member_id': 'deleted by forgetChecks, enrolment’s part of a deletion',
  'stored_file.member_id': 'set null: the sweep deletes the file first, then its row',
  'mail_outbox.member_id': 'erased by forgetMails with all that the mail says; kind and times stay',
  'lead.member_id': 'set null: the lead itself ends by its age',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Columns that refer to a member, by name or foreign key, without cascading deletion. */
async function findOutlasting(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey)
      and f.confrelid = 'member'::regclass
    where (f.oid is not null or a.attname ~ '(member|owner)_id$') and f.confdeltype is distinct from 'c'`);
  return rows.map(({ name }) => name);
}

test('rows that refer to a member are deleted with it, or have a reason why not', async () => {
  expect(
    (await findOutlasting()).toSorted(),
    'let the column reference member (id) on delete cascade in its migration, or give the reason in this test',
  ).toEqual(Object.keys(outlasting).toSorted());
});

test('a reference without a cascade, and an id without a reference, are found', async () => {
  await database.pool.query(`
    create table uncascaded (id text primary key, reader text references member (id), mailed_member_id text);
    create table cascaded (member_id text references member (id) on delete cascade)`);
  const found = (await findOutlasting()).filter((name) => !(name in outlasting));
  expect(found.toSorted()).toEqual(['uncascaded.mailed_member_id', 'uncascaded.reader']);
});
