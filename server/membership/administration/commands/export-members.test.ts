import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMemberFiles, type MemberFiles } from '../../../testing/member-files.ts';
import type { TestMembership } from '../../../testing/membership.ts';
import { listActs } from '../../audit/audit.ts';

const site = 'app_demo';

let bench: MemberFiles;
let product: TestMembership;
beforeAll(async () => {
  bench = await startMemberFiles();
  product = bench.product;
});
afterAll(() => bench.stop());

const run = (words: string[]) => bench.run(words);
const importFile = (...asked: Parameters<MemberFiles['importFile']>) => bench.importFile(...asked);
const rowsOf = (siteId: string, emails: string[]) => bench.rowsOf(siteId, emails);

describe('an export', () => {
  const values = [
    '=HYPERLINK("https://x.example")',
    '+1',
    '-1',
    '@A1',
    '\t=1',
    "'=1",
    "''",
    '',
    ' a ',
    'ā,"b"\r\nc',
    '＝1',
  ];

  test('is read back with every value by another site, and has no cell that begins a formula', async () => {
    const emails = values.map((_, index) => `round-${index}@example.org`);
    for (const [index, note] of values.entries())
      await product.membership
        .importMembers(
          { site: await product.services.sites.get('app_one'), actor: 'ann' },
          {
            isApplied: true,
            mayUpdate: false,
            skipsFaults: false,
            async *open() {
              yield Buffer.from(
                `email,verified,created,permissions,metadata,plans\n${emails[index]},true,2020-01-0${(index % 9) + 1},a b,"{""x"":${index}}",pln_one_guest\n`,
              );
            },
          },
        )
        .then(() =>
          product.database.pool.query('update member set custom_fields = $1 where email = $2', [
            { note, plans: note },
            emails[index],
          ]),
        );
    expect(await run(['export-all', 'app_one', '--to', 'all.csv', '--plan', 'pln_one_guest'])).toMatch(
      /^\d+ members of app_one in all\.csv\.$/,
    );
    const text = await readFile(path.join(bench.folder, 'all.csv'), 'utf8');
    expect(
      text.startsWith(
        '\ufeffid,email,verified,created,plans,paid-plans,permissions,login-redirect,metadata,note,active,field:plans\r\n',
      ),
    ).toBe(true);
    expect(text).not.toMatch(/(?:^|,)"?[=+\-@\t＝]/m);
    expect(text).not.toMatch(/argon2|\$2b/);
    expect((await stat(path.join(bench.folder, 'all.csv'))).mode & 0o777).toBe(0o600);
    const said = await importFile('app_other', text.replaceAll('pln_one', 'pln_other'), '--apply');
    expect(said).toMatch(/created\nDone\.$/);
    const plain = async (from: string) =>
      (await rowsOf(from, emails)).map(({ plans, ...row }) => ({
        ...row,
        id: '',
        plans: plans.map((plan: string) => plan.split('_')[2]),
      }));
    expect(await plain('app_other')).toEqual(await plain('app_one'));
    expect((await plain('app_other')).map(({ custom_fields }) => custom_fields.note).toSorted()).toEqual(
      values.toSorted(),
    );
    expect(await importFile('app_one', text, '--update')).toMatch(
      /^\d+ rows:\n  \d+ unchanged[^\n]*\nNothing was changed/,
    );
    expect((await listActs(product.services.db, 'app_one', 1))[0]).toMatchObject({
      action: 'members.exported',
      note: 'planId',
    });
  });

  test('has the members that are asked for, and none of another site', async () => {
    const [proved, unproved] = [await product.buildMember({ proved: true }), await product.buildMember()];
    await importFile(site, `email,phone\n${proved.email},0215\n`, '--apply', '--update');
    await importFile('app_one', 'email\nneighbour@example.org\n', '--apply');
    const exported = async (...words: string[]) => {
      const name = `export-${words.length}-${words.at(-1)}.csv`;
      await run(['export-all', site, '--to', name, ...words]);
      return readFile(path.join(bench.folder, name), 'utf8');
    };
    const all = await exported();
    expect([all.includes(proved.email), all.includes(unproved.email), all.includes('neighbour@')]).toEqual([
      true,
      true,
      false,
    ]);
    const some = await exported('--verified', 'no', '--since', '2020-01-01');
    expect([some.includes(proved.email), some.includes(unproved.email)]).toEqual([false, true]);
    expect((await exported('--field', 'phone=no=such')).split('\r\n')).toHaveLength(2);
    expect(await exported('--field', 'phone=0215')).toContain(',0215,');
    const shown = await run(['list', site, '--verified', 'yes']);
    expect([shown.includes(proved.email), shown.includes(unproved.email)]).toEqual([true, false]);
    expect(await run(['list', 'app_secret'])).toBe('app_secret has no such members.');
  });

  test('goes on over pages, in the order of joining', async () => {
    const many = Array.from({ length: 4_100 }, (_, index) => `page-${index}@example.org`);
    await product.database.pool.query(
      "insert into member (id, site_id, email) select 'mem_page_' || n, 'app_secret', 'page-' || n || '@example.org' from generate_series(0, 4099) n",
    );
    await run(['export-all', 'app_secret', '--to', 'pages.csv']);
    const lines = (await readFile(path.join(bench.folder, 'pages.csv'), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[1])).toEqual(many);
    expect(await run(['list', 'app_secret'])).toContain('There are more.');
  });

  test('looks at a page of members in a statement, however few of them it lists', async ({ onTestFinished }) => {
    await product.database.pool.query(
      `insert into member (id, site_id, email, custom_fields)
       select 'mem_rare_' || n, 'app_rare', 'rare-' || n || '@example.org',
         case when n = 4100 then '{"note":"rare"}' else '{}' end::jsonb from generate_series(1, 4100) n`,
    );
    const read = vi.spyOn(product.services.reports, 'read');
    onTestFinished(() => read.mockRestore());
    expect(await run(['list', 'app_rare', '--field', 'note=rare'])).toContain('rare-4100@example.org');
    // Two whole pages, one of a hundred members, and the end.
    expect(read).toHaveBeenCalledTimes(4);
  });

  test('says what is wrong with its options, and overwrites no file', async () => {
    await expect(run(['export-all', site])).rejects.toThrow('--to <file>');
    const there = await bench.fileOf('');
    await expect(run(['export-all', site, '--to', there])).rejects.toThrow('There is a file');
    await expect(run(['list', site, '--verified', 'maybe'])).rejects.toThrow('yes or no');
    await expect(run(['list', site, '--since', '2023-02-30'])).rejects.toThrow('2026-01-31');
    await expect(run(['list', site, '--field', 'phone'])).rejects.toThrow('<key>=<value>');
  });
});
