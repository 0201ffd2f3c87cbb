import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { foldWords, lexemes, searchQuery } from './search-words.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The words that the index has of a member with this field. */
async function indexed(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ words: string[] }>(
    `select tsvector_to_array(member_words('app_one', 'mem_One', '', jsonb_build_object('note', $1::text))) as words`,
    [text],
  );
  return rows[0]!.words.filter((word) => !/^[@#]/.test(word));
}

const finds = async (text: string, query: string) => {
  const { rows } = await database.pool.query<{ found: boolean }>(
    `select member_words('app_one', 'mem_One', $1, '{}') @@ $2::tsquery as found`,
    [text, query],
  );
  return rows[0]!.found;
};

describe('words', () => {
  test.for([
    ["Ngāire O'Tāhi", ['ngaire', 'o', 'tahi']],
    ['Łukasz Øster-Müller', ['łukasz', 'muller', 'øster']],
    ['Иван ПЕТРОВ', ['иван', 'петров']],
    ['ΓΙΏΡΓΟΣ', ['γιωργοσ']],
    ['Γιώργος ΑΣ0', ['ασ0', 'γιωργος']],
    ['ana.duarte+news@example.org', ['ana', 'duarte', 'example', 'news', 'org']],
    ['+64 21 555-0177', ['0177', '21', '555', '64']],
    ['一二三 ﬁne', ['fine', '一二三']],
    ['   ', []],
  ] as const)('of %s are the same for the index and for a search', async ([text, words]) => {
    expect((await indexed(text)).toSorted()).toEqual([...words].toSorted());
    expect(foldWords(text).toSorted()).toEqual([...words].toSorted());
  });

  test.for(['ΓΙΏΡΓΟΣ', 'Γιώργος'])('of %s are found with either sigma at their end', async (text) => {
    for (const typed of ['ΓΙΩΡΓΟΣ', 'γιώργος', 'γιωργοσ', 'Γιωργο'])
      expect(await finds(text, searchQuery(typed)!)).toBe(true);
    expect(await finds(text, searchQuery('γιωργοςα')!)).toBe(false);
    expect(await finds('Αναστασία', searchQuery('ΑΝΑΣ')!)).toBe(true);
  });

  test('of any text in these alphabets are found by searching for it', async () => {
    const letters = fc.constantFrom(...Array.from('aAzZ09ÄäÖéÉñŁłøØßĐđāĀЖжЯяΩωΔδΣσς一.,-_@+\'"\\&|!:*()<> \t'));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: letters, minLength: 1, maxLength: 30 }), async (text) => {
        const query = searchQuery(text);
        expect(query === undefined || (await finds(text, query))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('are found by their beginnings, all of them, and not by their ends', async () => {
    const text = 'frankie.moss@example.org';
    expect(await finds(text, searchQuery('fra mos')!)).toBe(true);
    expect(await finds(text, searchQuery('fra fern')!)).toBe(false);
    expect(await finds(text, searchQuery('rankie')!)).toBe(false);
  });

  test('are found at one site alone', async () => {
    expect(await finds('frankie', lexemes(['@app_one'], ['fra']))).toBe(true);
    expect(await finds('frankie', lexemes(['@app_other'], ['fra']))).toBe(false);
  });

  test('fail no statement, however long and many they are', async () => {
    const long = 'x'.repeat(5_000);
    expect(await indexed(long)).toEqual(['x'.repeat(60)]);
    expect(foldWords(long)).toEqual(['x'.repeat(60)]);
    const many = Array.from({ length: 50_000 }, (_, n) => `w${n}`).join(' ');
    expect((await indexed(many)).length).toBeLessThan(100);
    const { rows } = await database.pool.query<{ size: number }>(
      `select length(member_words('app_one', 'mem_One', 'a@b.example',
         (select jsonb_object_agg('f' || n, repeat('word' || n || ' ', 900)) from generate_series(1, 300) n))) as size`,
    );
    expect(rows[0]!.size).toBeLessThan(1_000);
  });
});
