import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areOfPartners } from './enrolment/partner-members.store.ts';
import { newId } from './platform/keys.ts';
import { admissionsOf, builderOf, owner, startTestConsole, type TestConsole } from './testing/console.ts';
import { declareSite } from './testing/declare-site.ts';
import { fillTable } from './testing/fill-table.ts';
import { buildArchive, buildLibrary } from './testing/library-site.ts';
import { startTestMembership, type TestMembership } from './testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
const library = 'app_library';
const archive = 'app_archive';
const fields = [
  { key: 'first-name', label: 'First name' },
  { key: 'shelf', label: 'Shelf' },
  { key: 'newsletter', label: 'Newsletter', type: 'boolean' as const, default: 'false' },
  { key: 'has-password', label: 'Has a password', type: 'boolean' as const, derivedFrom: 'has-password' as const },
];
beforeAll(async () => {
  product = await startTestMembership({
    optionsFor: () => ({ partnerMembers: { siteId: library, areOf: areOfPartners } }),
  });
  const { db } = product.database;
  await declareSite(db, { ...buildLibrary([]), fields: buildFields() }, product.services.keys);
  await declareSite(db, buildArchive(), product.services.keys);
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const buildFields = () =>
  fields.map((field) => ({
    hidden: false,
    visibility: 'PRIVATE' as const,
    writableBy: 'member' as const,
    type: 'text' as const,
    askAtSignup: false,
    ...field,
  }));

async function join(values: Record<string, string>, site = library): Promise<string> {
  const id = newId('mem_');
  await product.database.pool.query(
    `insert into member (id, site_id, email, verified, custom_fields) values ($1, $2, $1 || '@example.org', true, $3)`,
    [id, site, JSON.stringify(values)],
  );
  return id;
}
const ask = (query: string, by = builderOf(library)) => staffed.ask(by, 'GET', `/sites/${library}/members${query}`);
const found = async (query: string, by = builderOf(library)) => {
  const { status, data } = await ask(`?limit=100&${query}`, by);
  expect(status).toBe(200);
  return data.map(({ id }: { id: string }) => id).toSorted();
};

describe('a field of the site', () => {
  test('filters the list by one value, by any of several, and by another than these', async () => {
    const [a, b, none] = [
      await join({ shelf: 'A 1' }),
      await join({ shelf: 'B 2' }),
      await join({ 'first-name': 'Only' }),
    ];
    const of = async (query: string) => (await found(query)).filter((id: string) => [a, b, none].includes(id));
    expect(await of('field.shelf=A%201')).toEqual([a]);
    expect(await of('field.shelf=A%201&field.shelf=B%202')).toEqual([a, b].toSorted());
    expect(await of('field.shelf.not=A%201')).toEqual([b, none].toSorted());
    expect(await of('field.shelf=A%201&field.first-name=Only')).toEqual([]);
    expect(await of('field.shelf=A')).toEqual([]);
    expect((await ask('?field.shelf=A%201')).json.count).toEqual({ rows: 1, isExact: true });
  });

  test('that has no value has the default of its site', async () => {
    const [yes, no, unset] = [
      await join({ shelf: 'default', newsletter: 'true' }),
      await join({ shelf: 'default', newsletter: 'false' }),
      await join({ shelf: 'default' }),
    ];
    expect(await found('field.shelf=default&field.newsletter=true')).toEqual([yes]);
    expect(await found('field.shelf=default&field.newsletter=false')).toEqual([no, unset].toSorted());
    const { data } = await ask('?field.shelf=default&columns=email,field.newsletter');
    expect(data.map((row: { fields: object }) => row.fields)).toEqual(
      expect.arrayContaining([{ newsletter: 'true' }, { newsletter: 'false' }, { newsletter: 'false' }]),
    );
  });

  test('is a column of the list and of the export, where it is asked for, with a formula in it defused', async () => {
    await join({ shelf: '=1+1', 'first-name': 'Formula' });
    const { data } = await ask('?field.first-name=Formula&columns=name,field.shelf');
    expect(data[0]).toMatchObject({ name: 'Formula', fields: { shelf: '=1+1' } });
    expect((await ask('?field.first-name=Formula')).data[0].fields).toEqual({});
    const { text } = await ask('.csv?field.first-name=Formula&columns=field.shelf,name');
    expect(text).toBe('\ufeffShelf,Name\r\n"\'=1+1",Formula\r\n');
  });

  test.for(["x'; drop table member; --", '{"a":1}', '%', '\\', '\u202e', '<b>'])(
    'is compared with %s as text',
    async (value) => {
      const id = await join({ shelf: value });
      expect(await found(`field.shelf=${encodeURIComponent(value)}`)).toEqual([id]);
    },
  );

  test.for([
    ['field.none=1', 'The site has no field "none" to list by.'],
    ['columns=field.none', 'The site has no field "none" to list by.'],
    ['field.has-password=true', 'The site has no field "has-password" to list by.'],
    ['field.shelf.begins=A', /field.shelf.begins/],
    ['field.%27=1', /field\.\?/],
    ['sort=field.shelf', /sort/],
    ['nonsense=1', /nonsense/],
  ] as const)('is refused as %s, with what is wrong', async ([query, message]) => {
    const { status, error } = await ask(`?${query}`);
    expect([status, error.code]).toEqual([400, 'invalid-request']);
    expect(error.message).toMatch(message);
  });

  test('finds no member of another site', async () => {
    const foreign = await join({ shelf: 'shared' }, archive);
    const own = await join({ shelf: 'shared' });
    expect(await found('field.shelf=shared')).toEqual([own]);
    // The negative control: the value is there.
    const { rows } = await product.database.pool.query(
      `select id from member where custom_fields @> '{"shelf":"shared"}'`,
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual([foreign, own].toSorted());
  });
});

describe('the partner of a member', () => {
  test('filters the list, within the partners of who asks', async () => {
    const [uts, uc] = [await join({ shelf: 'partners' }), await join({ shelf: 'partners' })];
    const { pool } = product.database;
    for (const [place, [memberId, partner]] of [
      [uts, 'uts'] as const,
      [uc, 'uc'] as const,
      [uts, 'uc'] as const,
    ].entries())
      await fillTable(pool, 'enrolment_order', {
        rows: 1,
        first: place + 1,
        columns: { member_id: `'${memberId}'`, partner: `'${partner}'`, state: `'expired'`, payment_type: `'full'` },
      });
    expect(await found('field.shelf=partners&partner=uts', owner)).toEqual([uts]);
    expect(await found('field.shelf=partners&partner=uc', owner)).toEqual([uts, uc].toSorted());
    expect(await found('field.shelf=partners', admissionsOf('uts'))).toEqual([uts]);
    // Whether a member has to do with another partner as well is beyond the scope.
    expect(await found('partner=uc', admissionsOf('uts'))).toEqual([]);
    expect(await found('partner=uc&partner=uts', admissionsOf('uts'))).toEqual([uts]);
  });
});
