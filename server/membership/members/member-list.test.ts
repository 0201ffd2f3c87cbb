import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { buildServer, type TestServer } from '../../testing/administration.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { runJob } from '../../testing/workers.ts';

let product: TestMembership;
let server: TestServer;
beforeAll(async () => {
  product = await startTestMembership();
  server = await buildServer(product, 'app_demo');
});
afterAll(() => product.stop());

const join = async () => (await server.call('POST', '/admin/members', { email: newEmail() })).data.id as string;
const leave = (id: string) => server.call('DELETE', `/admin/members/${id}`);
const fold = () => runJob(product.membership.jobs(), 'fold-member-counts');
const several = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

/** The total that a list says, and the members there are. */
async function totals() {
  const { totalCount } = (await server.call('GET', '/admin/members?limit=1')).json;
  const { rows } = await product.database.pool.query<{ members: number }>(
    `select count(*)::int as members from member where site_id = 'app_demo'`,
  );
  return { said: totalCount as number, members: rows[0]!.members };
}

const countRows = async (siteId: string) =>
  (await product.database.pool.query('select from member_count where site_id = $1', [siteId])).rowCount;

test('the total of a list follows members who join and leave at once, also while their counts are folded', async () => {
  const before = await totals();
  const ids = await several(12, join);
  await Promise.all([...ids.slice(0, 5).map(leave), several(3, fold), several(4, join)]);
  const after = await totals();
  expect(after).toEqual({ said: before.said + 11, members: before.members + 11 });
  await fold();
  expect(await countRows('app_demo')).toBe(1);
  expect(await totals()).toEqual(after);
});

test('the total of a list leaves out a member whose sign-up is rolled back', async () => {
  const before = await totals();
  const failed = transaction(product.database.db, async (tx) => {
    await tx
      .withTables<{ member: { id: string; site_id: string; email: string } }>()
      .insertInto('member')
      .values({ id: 'mem_sb_gone', site_id: 'app_demo', email: newEmail() })
      .execute();
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await totals()).toEqual(before);
});

test('a removed site leaves no count behind', async () => {
  const { pool } = product.database;
  await pool.query(
    `insert into site (id, public_key, name, mode, settings) values ('app_gone', 'pk_gone', 'Gone', 'live', '{}')`,
  );
  await pool.query(
    `insert into member (id, site_id, email) select 'mem_gone' || n, 'app_gone', n || '@example.org' from generate_series(1, 3) n`,
  );
  expect(await countRows('app_gone')).toBe(1);
  await pool.query(`delete from site where id = 'app_gone'`);
  await fold();
  expect(await countRows('app_gone')).toBe(0);
});

test('a list of many members asks the database as often as a list of one', async () => {
  await several(20, join);
  const { productPool } = product.database;
  const countAsked = async (limit: number) => {
    let asked = 0;
    const note = () => void asked++;
    productPool.on('acquire', note);
    const { json } = await server.call('GET', `/admin/members?limit=${limit}`);
    productPool.off('acquire', note);
    expect(json.data).toHaveLength(limit);
    return asked;
  };
  /** The least of some calls: a job or the count of the network's calls may ask meanwhile. */
  const leastAsked = async (limit: number) => {
    const counts: number[] = [];
    for (let call = 0; call < 5; call++) counts.push(await countAsked(limit));
    return Math.min(...counts);
  };
  const one = await leastAsked(1);
  expect(one).toBeGreaterThan(0);
  expect(await leastAsked(20)).toBe(one);
});
