import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admissionsOf, builderOf, startTestConsole, type TestConsole, type TestStaff } from '../testing/console.ts';
import { checkedColumns, fillTable } from '../testing/fill-table.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { areOfPartners, idsOfPartners } from './partner-members.store.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership({
    optionsFor: () => ({ partnerMembers: { siteId: enrolmentSite, areOf: areOfPartners, idsOf: idsOfPartners } }),
  });
  staffed = await startTestConsole(product.membership);
  const { pool } = product.database;
  await pool.query(
    `insert into member (id, site_id, email) select 'mem_' || name, $1, name || '@student.example'
     from unnest('{ordered,asked,both,elsewhere,alone}'::text[]) name`,
    [enrolmentSite],
  );
  let row = 0;
  const order = (name: string, partner: string) =>
    fillTable(pool, 'enrolment_order', {
      rows: 1,
      first: ++row,
      columns: { ...checkedColumns['enrolment_order'], member_id: `'mem_${name}'`, partner: `'${partner}'` },
    });
  const lead = (name: string, partner: string) =>
    fillTable(pool, 'lead', {
      rows: 1,
      first: ++row,
      columns: { member_id: `'mem_${name}'`, partner: `'${partner}'`, expires_at: 'now()' },
    });
  await order('ordered', 'uts');
  await lead('asked', 'uts');
  await order('both', 'uts');
  await lead('both', 'otago');
  await order('elsewhere', 'otago');
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const list = (by: TestStaff, query = '') => staffed.ask(by, 'GET', `/sites/${enrolmentSite}/members${query}`);
const names = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email.split('@')[0]).toSorted();

describe('staff of a partner', () => {
  test('see the members with an order or a request at it, in list, count, search and export', async () => {
    for (const [partners, expected] of [
      [['uts'], ['asked', 'both', 'ordered']],
      [['otago'], ['both', 'elsewhere']],
      [
        ['uts', 'otago'],
        ['asked', 'both', 'elsewhere', 'ordered'],
      ],
      [['canterbury'], []],
    ] as const) {
      const staff = admissionsOf(...partners);
      const listed = await list(staff);
      expect(names(listed)).toEqual(expected);
      expect(listed.json.count).toEqual({ rows: expected.length, isExact: true });
      expect(names(await list(staff, '?search=student'))).toEqual(expected);
      // Exports are for others; the scope of one is that of the list all the same.
      const text = (
        await staffed.ask(
          { ...staff, role: 'site-builder' },
          'GET',
          `/sites/${enrolmentSite}/members.csv?columns=email`,
        )
      ).text;
      expect(
        text
          .trim()
          .split('\r\n')
          .slice(1)
          .map((email) => email.split('@')[0])
          .toSorted(),
      ).toEqual(expected);
    }
  });

  test('filter by the partners in their scope alone, and others of the site by each', async () => {
    const sited: TestStaff = { ...builderOf(enrolmentSite), scope: { sites: [enrolmentSite], partners: [] } };
    const every: TestStaff = { ...admissionsOf(), scope: { sites: [], partners: 'all' } };
    const filtered = async (by: TestStaff, partner: string, more = '') =>
      names(await list(by, `?partner=${partner}${more}`));
    for (const by of [sited, every]) {
      expect(await filtered(by, 'uts')).toEqual(['asked', 'both', 'ordered']);
      expect(await filtered(by, 'otago')).toEqual(['both', 'elsewhere']);
      expect(await filtered(by, 'uts&partner=otago')).toEqual(['asked', 'both', 'elsewhere', 'ordered']);
      expect(await filtered(by, 'canterbury')).toEqual([]);
      expect(await filtered(by, 'otago', '&search=both')).toEqual(['both']);
      expect(await filtered(by, 'otago', '&verified=yes')).toEqual([]);
    }
    expect(await filtered(admissionsOf('uts'), 'uts')).toEqual(['asked', 'both', 'ordered']);
    expect(await filtered(admissionsOf('uts'), 'otago')).toEqual([]);
    expect(await filtered(admissionsOf('uts'), 'uts&partner=otago')).toEqual(['asked', 'both', 'ordered']);
  });

  test('see the page of such a member; another one is as one that does not exist', async () => {
    const ask = (id: string, path = '') =>
      staffed.ask(admissionsOf('uts'), 'GET', `/sites/${enrolmentSite}/members/${id}${path}`);
    expect((await ask('mem_asked')).data.auth.email).toBe('asked@student.example');
    for (const path of ['', '/timeline']) {
      const [foreign, absent] = [await ask('mem_elsewhere', path), await ask('mem_nobody', path)];
      expect(foreign.status).toBe(404);
      expect(foreign.error).toEqual(absent.error);
    }
  });

  test('see the site of its students, and no other', async () => {
    const { data } = await staffed.ask(admissionsOf('uts'), 'GET', '/sites');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([enrolmentSite]);
    expect((await staffed.ask(admissionsOf('uts'), 'GET', '/sites/app_live/members')).error.code).toBe('not-found');
    expect((await staffed.ask(admissionsOf(), 'GET', '/sites')).data).toEqual([]);
  });

  test('see all members of the site, where they were given the site, too', async () => {
    const both: TestStaff = { ...builderOf(enrolmentSite), scope: { sites: [enrolmentSite], partners: ['uts'] } };
    expect(names(await list(both))).toEqual(['alone', 'asked', 'both', 'elsewhere', 'ordered']);
  });

  test('list the members of a large partner in order, and count those whom other filters pass', async () => {
    const { pool } = product.database;
    await pool.query(
      `insert into member (id, site_id, email, partner, verified, created_at)
       select 'mem_large' || n, $1, 'large' || n || '@student.example', case when n <= 300 then 'large' end, n > 3,
         now() - n * interval '1 minute'
       from generate_series(1, 1000) n`,
      [enrolmentSite],
    );
    await pool.query('analyze member');
    // The planner takes them for hundred times as many.
    await pool.query(`update pg_class set reltuples = reltuples * 100 where oid = 'member'::regclass`);
    const sited: TestStaff = { ...builderOf(enrolmentSite), scope: { sites: [enrolmentSite], partners: [] } };
    const first = await list(sited, '?partner=large&limit=2');
    expect(first.json.count.isExact).toBe(false);
    expect(first.json.count.rows).toBeGreaterThanOrEqual(10_000);
    const second = await list(sited, `?partner=large&limit=2&after=${first.json.endCursor}`);
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual([
      'mem_large1',
      'mem_large2',
      'mem_large3',
      'mem_large4',
    ]);
    const unproved = await list(sited, '?partner=large&verified=no');
    expect(names(unproved)).toEqual(['large1', 'large2', 'large3']);
    expect(unproved.json.count).toEqual({ rows: 3, isExact: true });
  });
});
