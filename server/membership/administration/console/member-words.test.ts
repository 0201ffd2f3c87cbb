import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { byWords } from './member-words.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Person {
  email?: string;
  fields: Record<string, unknown>;
}

const asMember = ({ email = 'mail', fields }: Person) =>
  // Not pulled up: the planner would evaluate conditions on constants, whether they are asked or not.
  sql`(select 'app_one' as site_id, 'mem_One' as id, ${email}::text as email, ${JSON.stringify(fields)}::jsonb as custom_fields
    offset 0) m`;

/** Whether a search finds somebody by the index of words, and along the order of a list. */
async function finds(person: Person, search: string): Promise<{ byIndex: boolean; byRow: boolean }> {
  const finder = byWords('app_one', search)!;
  const { rows } = await sql<{ byIndex: boolean; byRow: boolean }>`
    select ${finder.byIndex} as "byIndex", ${finder.byRow} as "byRow" from ${asMember(person)}`.execute(database.db);
  return rows[0]!;
}

const both = { byIndex: true, byRow: true };
const none = { byIndex: false, byRow: false };

describe('along the order of a list, a search finds', () => {
  test.for([
    ['müller', 'Łukasz Øster-Müller'],
    ['MULLER', 'Mu\u0308ller'],
    ['tahi', "Ngāire O'Tāhi"],
    ['🦜nga', '🦜Ngāire'],
    ['ngaire', '🦜 Ngāire'],
    ['beta', 'alpha_beta'],
    ['0177', '+64 21 555-0177'],
    ['21', '(21)'],
    ['ana', 'x\nAna'],
    ['ana', 'x\u0001Ana'],
    ['ana', 'x\\Ana'],
    ['nana', 'x\\nana'],
    ['ana', '"Ana"'],
    ['ana', '“Ana”'],
    ['ana', 'Ａｎａ'],
    ['fine', 'ﬁne'],
    ['kelvin', '\u212Aelvin'],
    ['istanbul', 'İstanbul'],
    ['2', '½ ²'],
    ['øst', 'Anna Øster'],
    ['øst ann', 'Anna Øster'],
    ['петр', 'Иван ПЕТРОВ'],
    ['一', '一二三'],
    ['x'.repeat(70), 'x'.repeat(90)],
  ] as const)('%j in %j, as the index does', async ([search, name]) => {
    expect(await finds({ fields: { name } }, search)).toEqual(both);
  });

  test.for([
    ['ana', 'Diana'],
    ['ana', 'nana'],
    ['ana', '5ana'],
    ['lucia', 'Łucja'],
    ['øst', 'Oster'],
    ['ast', 'Øast'],
  ] as const)('not %j in %j, as the index does not', async ([search, name]) => {
    expect(await finds({ fields: { name } }, search)).toEqual(none);
  });

  test('words of the address, and of fields that are no texts', async () => {
    const person = {
      email: 'ana.duarte+news@kauri.example',
      fields: { a: 42, b: true, c: ['Mere'], d: { e: 'y\nTama' } },
    };
    for (const search of ['ana', 'duar', 'news', 'kauri exam', '42', 'true', 'mere', 'ntama'])
      expect([search, await finds(person, search)]).toEqual([search, both]);
    expect(await finds(person, 'arte')).toEqual(none);
  });

  test('what the index finds, of any text in these alphabets, and nothing else', async () => {
    const unit = fc.constantFrom(
      ...Array.from(
        'aAbBnNrRuU019ÄäéñłŁøØßĐđāĀſİıЖжЯΩςσ一ﬁ½Ａ\u212A\u0301\u0323\u05b4🦜.,-_@+/\'"\\&|!:*(){}[]<> \t\n\r\b\f\u0001\u007f\u00a0“',
      ),
    );
    const text = fc.string({ unit, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(24), fc.integer({ min: 1, max: 4 }), async (one, two, from, length) => {
        const letters = Array.from(`${one} ${two}`);
        const search = letters.slice(from % letters.length, (from % letters.length) + length).join('');
        if (!byWords('app_one', search)) return;
        const { byIndex, byRow } = await finds({ email: 'm@n.example', fields: { an: one, r: two } }, search);
        expect(byRow).toBe(byIndex);
      }),
      { numRuns: 500 },
    );
  });
});

describe('words of a member are not folded', () => {
  let failing: TestDatabase;
  beforeAll(async () => {
    failing = await createTestDatabase();
    await failing.pool.query(`create or replace function member_words(site_id text, id text, email text, fields jsonb)
      returns tsvector language plpgsql immutable cost 10000 as $$ begin raise exception 'folded'; end $$`);
  });
  afterAll(() => failing.drop());

  /** Whether a search along the order folds the words of somebody: the function that does fails here. */
  const isFolded = async (fields: Record<string, string>, search: string) => {
    const asked = sql`select from ${asMember({ fields })} where ${byWords('app_one', search)!.byRow}`.execute(
      failing.db,
    );
    const said = await asked.then(
      ({ rows }) => `${rows.length} found`,
      ({ message }: Error) => message,
    );
    expect(said).toMatch(/^(folded|0 found)$/);
    return said === 'folded';
  };

  test.for([
    ['the letters stand in the middle of a word', { name: 'Diana' }],
    ['they stand in the name of a field', { 'ana-key': 'Iris' }],
    ['a letter beyond ASCII is in another word', { name: 'Lucía' }],
  ] as const)('where %s', async ([, fields]) => {
    expect(await isFolded(fields, 'ana')).toBe(false);
  });

  test('unless the word may begin so (negative control)', async () => {
    expect(await isFolded({ name: 'Anaïs' }, 'ana')).toBe(true);
    expect(await isFolded({ name: 'Anabel' }, 'ana')).toBe(true);
  });
});
