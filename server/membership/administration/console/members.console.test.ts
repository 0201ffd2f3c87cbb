import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmarkCell, readCsv } from '../../../platform/csv.ts';
import { newId } from '../../../platform/keys.ts';
import { builderOf, owner, startTestConsole, type TestConsole, type TestStaff } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { eventually } from '../../../testing/eventually.ts';
import { buildArchive, buildLibrary } from '../../../testing/library-site.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  const { db } = product.database;
  await declareSite(db, buildLibrary([]), product.services.keys);
  await declareSite(db, buildArchive(), product.services.keys);
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const library = 'app_library';
const archive = 'app_archive';
const librarian = builderOf(library);

interface Wish {
  email?: string;
  fields?: Record<string, string>;
  created?: string;
  verified?: boolean;
  site?: string;
}

/** Inserts a member as a sign-up would. @returns the id */
async function join({ email, fields = {}, created, verified = true, site = library }: Wish = {}): Promise<string> {
  const id = newId('mem_');
  await product.database.pool.query(
    `insert into member (id, site_id, email, verified, custom_fields, created_at)
     values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()))`,
    [id, site, email ?? `${id}@example.org`, verified, JSON.stringify(fields), created ?? null],
  );
  return id;
}
const give = (memberId: string, planId: string, status = 'ACTIVE') =>
  product.database.pool.query(
    `insert into plan_connection (id, member_id, plan_id, type, status, site_id) values ($1, $2, $3, 'FREE', $4, $5)`,
    [newId('con_'), memberId, planId, status, library],
  );
const see = (memberId: string, at: string) =>
  product.database.pool.query(
    `insert into session (token_hash, member_id, site_id, last_used_at, expires_at)
     values (sha256($1::bytea), $2, $3, $4, now() + interval '1 day')`,
    [newId('t'), memberId, library, at],
  );

const list = (query = '', { by = librarian, site = library }: { by?: TestStaff; site?: string } = {}) =>
  staffed.ask(by, 'GET', `/sites/${site}/members${query}`);
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const found = async (query: string) => new Set(idsOf(await list(`?limit=100&${query}`)));

describe('the list of members', () => {
  test('shows who they are, what they have and when they were seen, and counts them', async () => {
    const id = await join({ email: 'shown@example.org', fields: { 'first-name': 'Iris', 'last-name': 'Moss' } });
    await give(id, 'pln_library_gold');
    await see(id, '2026-11-20T10:00:00Z');
    const { status, data, json } = await list('?search=iris%20moss');
    expect([status, json.count]).toEqual([200, { rows: 1, isExact: true }]);
    expect(data).toEqual([
      {
        id,
        name: 'Iris Moss',
        email: 'shown@example.org',
        verified: true,
        suspended: false,
        createdAt: expect.stringMatching(/Z$/),
        lastSeenAt: '2026-11-20T10:00:00.000Z',
        plans: [{ planId: 'pln_library_gold', status: 'ACTIVE' }],
        teamId: null,
        fields: {},
      },
    ]);
  });

  test.for([
    ['the beginning of a first name', 'ngai'],
    ['the beginnings of both names, in any order', 'tah nga'],
    ['other case and no accents', 'NGAIRE'],
    ['accents', 'ngāire'],
    ['the beginning of an address', 'ngaire.t'],
    ['the domain', 'kauri.example'],
    ['a phone number', '555 0177'],
  ])('is searched by %s', async ([, search]) => {
    const email = 'ngaire.tahi@kauri.example';
    const { rows } = await product.database.pool.query('select id from member where email = $1', [email]);
    const id =
      rows[0]?.id ??
      (await join({ email, fields: { 'first-name': 'Ngāire', 'last-name': "O'Tāhi", phone: '+64 21 555 0177' } }));
    expect(idsOf(await list(`?search=${encodeURIComponent(search!)}`))).toEqual([id]);
  });

  test('is searched by the beginning of an id', async () => {
    const id = await join();
    expect(idsOf(await list(`?search=${id.slice(0, 16)}`))).toEqual([id]);
    expect(idsOf(await list(`?search=${id}`))).toEqual([id]);
  });

  test.for(["'; drop table member; --", '%', "a' | 'b", '\\', '!a & b', "':*", '@app_archive'])(
    'takes %s as words and nothing else',
    async (search) => {
      await join({ email: `words-${newId('w')}@example.org` });
      const { status } = await list(`?search=${encodeURIComponent(search)}`);
      expect(status).toBe(200);
      const foreign = await join({ site: archive });
      expect(await found(`search=${encodeURIComponent(search)}`)).not.toContain(foreign);
    },
  );

  test('is filtered by plan, by its state, and by who has none', async () => {
    const [gold, past, none] = [await join(), await join(), await join()];
    await give(gold, 'pln_library_silver');
    await give(past, 'pln_library_silver', 'CANCELED');
    const passed = async (query: string) => {
      const ids = await found(query);
      return [gold, past, none].map((id) => ids.has(id));
    };
    expect(await passed('plan=pln_library_silver')).toEqual([true, false, false]);
    expect(await passed('plan=pln_library_silver&planState=CANCELED')).toEqual([false, true, false]);
    expect(await passed('plan=pln_library_silver&plan.not=pln_library_silver&planState=CANCELED')).toEqual([
      false,
      false,
      false,
    ]);
    expect(await passed('planState=CANCELED')).toEqual([false, true, false]);
    expect(await passed('plan=pln_library_silver&planState=CANCELED&planState=ACTIVE')).toEqual([true, true, false]);
    expect(await passed('plan.not=pln_library_silver')).toEqual([false, true, true]);
  });

  test('counts a seat in a team as having its plan, and is filtered by team', async () => {
    const [owning, seated] = [await join(), await join()];
    await give(owning, 'pln_library_crew');
    await product.database.pool.query(
      `with made as (insert into team (id, site_id, owner_id, connection_id, invite_hash, invite_sealed)
         select 'team_rowers', $3, $1, id, 'h', 's' from plan_connection where member_id = $1 returning id)
       insert into team_seat (team_id, member_id, connection_id, site_id) select id, $2, 'con_seat', $3 from made`,
      [owning, seated, library],
    );
    expect(await found('plan=pln_library_crew')).toEqual(new Set([owning, seated]));
    expect(await found('team=team_rowers')).toEqual(new Set([owning, seated]));
    expect((await list(`?search=${seated}`)).data[0].teamId).toBe('team_rowers');
  });

  test('is filtered by proved address, day of joining and last visit', async () => {
    const old = await join({ created: '2024-02-29T23:59:59Z', verified: false });
    const late = await join({ created: '2024-03-01T00:00:00Z' });
    await see(late, '2026-10-01T08:00:00Z');
    const passed = async (query: string) => {
      const ids = await found(`created.until=2024-12-31&${query}`);
      return [old, late].map((id) => ids.has(id));
    };
    expect(await passed('verified=no')).toEqual([true, false]);
    expect(await passed('verified=yes&verified=no')).toEqual([true, true]);
    expect(await passed('created.until=2024-02-29')).toEqual([true, false]);
    expect(await passed('created.from=2024-03-01')).toEqual([false, true]);
    expect(await passed('lastSeen.from=2026-10-01')).toEqual([false, true]);
    expect(await passed('lastSeen.until=2026-09-30')).toEqual([true, false]);
  });

  test.for([
    ['sort=phone', 'The field "sort" must be one of email, -email, created, -created.'],
    ['columns=email,shoe-size', /^The field "columns.1" must be one of id, name, email, /],
    ['shoe-size=42', 'Unknown field: shoe-size'],
    ['email.begins=a', 'Unknown field: email.begins'],
    ['planState=HAPPY', /^The field "planState.0" must be one of ACTIVE, /],
    ['created.from=yesterday', /^The field "created.from.0" is missing or not valid/],
    ['limit=0', /"limit"/],
    ['limit=101', /"limit"/],
    ['after=nonsense', 'The field "after" is no cursor of this list.'],
  ] as const)('refuses %s and says what is wrong', async ([query, message]) => {
    const { status, error } = await list(`?${query}`);
    expect([status, error.code]).toEqual([400, 'invalid-request']);
    expect(error.message).toMatch(message);
  });
});

/** All pages of a query. @param between runs after each page */
async function readAll(query: string, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ;) {
    const page = await list(`?limit=3&${query}${after}`);
    expect(page.status).toBe(200);
    ids.push(...idsOf(page));
    if (!page.json.hasNextPage) return ids;
    after = `&after=${page.json.endCursor}`;
    await between();
  }
}

describe('pages', () => {
  test.for(['created', '-created', 'email', '-email'])(
    'in the order %s show each member once, also where many are equal',
    async (sort) => {
      const tag = newId('tie').toLowerCase();
      const ids: string[] = [];
      // The year 1 is what other systems write for a day that they do not know.
      const moments = ['0001-01-01T00:00:00Z', '2025-05-05T05:05:05.123456Z'];
      for (let n = 0; n < 10; n++)
        ids.push(await join({ fields: { tag }, created: moments[n % 2]!, email: `${tag}${n}@example.org` }));
      const read = await readAll(`search=${tag}&sort=${sort}`);
      expect(read.toSorted()).toEqual(ids.toSorted());
      expect(new Set(read).size).toBe(10);
    },
  );

  test('show nobody twice and miss nobody while members join and leave', async () => {
    const tag = newId('move').toLowerCase();
    const stay: string[] = [];
    for (let n = 0; n < 10; n++)
      stay.push(await join({ fields: { tag }, created: `2025-06-0${(n % 5) + 1}T00:00:00Z` }));
    const read = await readAll(`search=${tag}&sort=-created`, async () => {
      await join({ fields: { tag } });
      const leaver = await join({ fields: { tag }, created: '2025-06-03T12:00:00Z' });
      await product.database.pool.query('delete from member where id = $1', [leaver]);
    });
    expect(read.filter((id) => stay.includes(id)).toSorted()).toEqual(stay.toSorted());
    expect(new Set(read).size).toBe(read.length);
  });

  test('go on behind a member who is gone', async () => {
    const tag = newId('gone').toLowerCase();
    for (let n = 0; n < 4; n++) await join({ fields: { tag }, created: `2025-07-0${n + 1}T00:00:00Z` });
    const first = await list(`?limit=2&search=${tag}&sort=created`);
    await product.database.pool.query('delete from member where id = $1', [idsOf(first)[1]]);
    const second = await list(`?limit=2&search=${tag}&sort=created&after=${first.json.endCursor}`);
    expect(idsOf(second)).toHaveLength(2);
  });

  test('of another order are refused', async () => {
    await Promise.all([join(), join()]);
    const { json } = await list('?limit=1&sort=email');
    const { status, error } = await list(`?limit=1&sort=-created&after=${json.endCursor}`);
    expect([status, error.message]).toEqual([
      400,
      'The field "after" belongs to another order of this list: begin with its first page.',
    ]);
  });

  test('beyond ten thousand members are counted with "about"', async () => {
    await product.database.pool.query(
      `insert into member (id, site_id, email) select 'mem_many' || n, $1, 'many' || n || '@example.org'
       from generate_series(1, 20050) n`,
      [archive],
    );
    await product.database.pool.query('analyze member');
    const { json } = await list('', { by: owner, site: archive });
    expect(json.count.isExact).toBe(false);
    expect(json.count.rows).toBeGreaterThanOrEqual(10_000);
    // Told exactly where they are found in time, which a busy machine may take longer for.
    await eventually(
      async () => (await list('?search=many17', { by: owner, site: archive })).json.count.rows === 1_111,
    );
  });

  test('of a word that more members have than are sorted go on in order, too', async () => {
    const ask = (after = '') => list(`?search=many&sort=email&limit=100${after}`, { by: owner, site: archive });
    const first = await ask();
    expect(first.json.count.isExact).toBe(false);
    const second = await ask(`&after=${first.json.endCursor}`);
    const emails = [...first.data, ...second.data].map(({ email }: { email: string }) => email);
    const { rows } = await product.database.pool.query<{ email: string }>(
      `select email from member where site_id = $1 and email like 'many%' order by email, id limit 200`,
      [archive],
    );
    expect(emails).toEqual(rows.map(({ email }) => email));
  });
});

describe('staff', () => {
  const absent = { status: 404, error: { code: 'not-found', message: 'There is nothing at this address.' } };
  const noMember = { status: 404, error: { code: 'member-not-found', message: 'This member does not exist.' } };
  const plain = ({ status, error }: { status: number; error: object }) => ({ status, error });

  test('see the members of their sites alone: a site out of scope is as one that does not exist', async () => {
    const foreign = await join({ site: archive, email: 'foreign@example.org' });
    for (const path of ['members', 'members?search=foreign', 'members.csv', `members/${foreign}`]) {
      expect(plain(await staffed.ask(librarian, 'GET', `/sites/${archive}/${path}`))).toEqual(absent);
      expect(plain(await staffed.ask(librarian, 'GET', `/sites/app_nowhere/${path}`))).toEqual(absent);
    }
    expect(idsOf(await list('?search=foreign'))).toEqual([]);
    // The negative control: who has the site in scope finds them.
    expect(idsOf(await list('?search=foreign', { by: builderOf(archive), site: archive }))).toEqual([foreign]);
  });

  test('are answered the same for a member of another site and for one that does not exist', async () => {
    const foreign = await join({ site: archive });
    for (const id of [foreign, 'mem_nobody'])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/timeline', undefined],
        ['PATCH', '', { version: 'e30' }],
        ['PUT', '/email', { version: 'e30', reason: 'A test.', email: 'a@example.org' }],
        ['POST', '/plans', { planId: 'pln_library_gold' }],
        ['DELETE', '/plans/pln_library_gold', undefined],
        ['DELETE', '/sessions', undefined],
        ['DELETE', '/sessions/0f0e0d0c-0b0a-4908-8706-050403020100', undefined],
        ['POST', '/password-reset', undefined],
      ] as const)
        expect([
          method,
          path,
          plain(await staffed.ask(librarian, method, `/sites/${library}/members/${id}${path}`, body)),
        ]).toEqual([method, path, noMember]);
  });

  test('see the sites of their scope, and what forms need of each', async () => {
    const { data } = await staffed.ask(librarian, 'GET', '/sites');
    expect(data).toEqual([{ id: library, name: 'Library', mode: 'sandbox' }]);
    const all = await staffed.ask(owner, 'GET', '/sites');
    expect(idsOf(all)).toEqual(expect.arrayContaining([library, archive, 'app_live', 'app_enrolment']));
    const { data: site } = await staffed.ask(librarian, 'GET', `/sites/${library}`);
    expect(site.plans).toContainEqual({ id: 'pln_library_gold', name: 'Gold', isFree: true, isActive: true });
    expect(plain(await staffed.ask(librarian, 'GET', `/sites/${archive}`))).toEqual(absent);
  });
});

const readFile = async (text: string) => {
  const rows: (string | null)[][] = [];
  const bytes = async function* () {
    yield Buffer.from(text);
  };
  for await (const { cells } of readCsv(bytes())) rows.push(cells.map(unmarkCell));
  return rows;
};

describe('an export of members', () => {
  test('has exactly the members, order and columns of the list, over all pages', async () => {
    const tag = newId('file').toLowerCase();
    for (let n = 0; n < 7; n++) await join({ fields: { tag }, email: `${tag}${n}@example.org`, verified: n % 2 === 0 });
    const query = `search=${tag}&verified=yes&sort=-email`;
    const { status, headers, text } = await staffed.ask(
      librarian,
      'GET',
      `/sites/${library}/members.csv?${query}&columns=email,id`,
    );
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="members-app_library.csv"',
    ]);
    const [head, ...rows] = await readFile(text);
    expect(head).toEqual(['E-mail', 'Id']);
    expect(rows.map(([, id]) => id)).toEqual(await readAll(query));
    expect(rows).toHaveLength(4);
  });

  test('holds more members than are read at once', async () => {
    const { text } = await staffed.ask(owner, 'GET', `/sites/${archive}/members.csv?search=many1&columns=id`);
    const rows = await readFile(text);
    // many1, many10 to many19, …, many10000 to many19999
    expect(rows).toHaveLength(1 + 11_111);
    expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  });

  test('has no cell that a spreadsheet takes for a formula, and names with HTML as they are', async () => {
    const tag = newId('evil').toLowerCase();
    await join({ fields: { tag, 'first-name': '=HYPERLINK("https://evil.example")' }, email: `${tag}a@example.org` });
    await join({ fields: { tag, 'first-name': '<img src=x onerror=alert(1)>' }, email: `${tag}b@example.org` });
    const { text } = await staffed.ask(
      librarian,
      'GET',
      `/sites/${library}/members.csv?search=${tag}&columns=name&sort=email`,
    );
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(text).toContain('<img src=x onerror=alert(1)>');
    const shown = await list(`?search=${tag}&sort=email`);
    expect(shown.data.map(({ name }: { name: string }) => name)).toEqual([
      '=HYPERLINK("https://evil.example")',
      '<img src=x onerror=alert(1)>',
    ]);
    expect(shown.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('stands in the audit trail with the person and the filters, without their values', async () => {
    await staffed.ask(librarian, 'GET', `/sites/${library}/members.csv?search=secret-name&verified=yes`);
    const { rows } = await product.database.pool.query(
      `select actor, staff_id, subject, note from audit_entry where action = 'members.exported' and site_id = $1
       order by id desc limit 1`,
      [library],
    );
    expect(rows).toEqual([{ actor: 'Bela', staff_id: 'stf_bela', subject: library, note: 'search, verified' }]);
  });

  test('is refused to staff who may see members and not export them', async () => {
    const support: TestStaff = { name: 'Sam', role: 'support', scope: { sites: [library], partners: [] } };
    const { status, error } = await staffed.ask(support, 'GET', `/sites/${library}/members.csv`);
    expect([status, error.code]).toEqual([403, 'access-denied']);
    expect((await list('', { by: support })).status).toBe(200);
  });
});
