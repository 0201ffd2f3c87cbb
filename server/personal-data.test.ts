import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalTables } from './personal-tables.ts';
import { readPersonalData, type PersonalTable } from './platform/personal-data.ts';
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

test('an export has what an address alone holds only where the member has proved it to that site', async () => {
  const email = 'ana@example.org';
  for (const statement of [
    `insert into enquiry (id, reference, kind, partner, name, email, phone, details, digest)
     values ('enq_1', 'INT-1', 'lead', 'uts', 'Ana', $1, '021', '{}', 'x')`,
    `insert into enquiry_entry (id, enquiry_id, kind, version, actor, subject, body)
     select 'ent_1', 'enq_1', 'replied', 1, 'Advisor', 'To you', 'Dear ' || $1::text`,
    `insert into lead (id, proof_hash, partner, course, first_name, last_name, phone, email, expires_at)
     values ('lead_1', 'x', 'uts', 'data', 'Ana', 'Silva', '021', $1, now() + interval '1 hour')`,
    `insert into mail_outbox (id, kind, recipient, site_id, subject, body_text, body_html, sensitive)
     values ('mail_1', 'reply', $1, 'app_enrolment', 'To you', 'Dear Ana', '<p>Ana', false)`,
  ])
    await database.pool.query(statement, [email]);
  const exported = async (siteId: string, provedEmail: string | null) => {
    const person = { memberId: 'mem_of_nothing', siteId, provedEmail };
    return Object.keys(await readPersonalData(database.db, personalTables, person)).toSorted();
  };
  expect(await exported('app_club', email)).toEqual([]);
  expect(await exported('app_enrolment', null)).toEqual([]);
  expect(await exported('app_enrolment', email)).toEqual(['enquiry', 'enquiry_entry', 'lead', 'mail_outbox']);
});
