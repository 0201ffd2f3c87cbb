import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounds } from './growth.ts';
import { indexesForGrowth } from './migrations/0036-indexes-for-growth.ts';
import { claimMillionRows } from './testing/million-rows.ts';
import { planSite } from './testing/plan-site.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { findFullReads, findIndexes, findManyRows } from './testing/query-plans.ts';
import { recordStatements, type Sent } from './testing/recorded-statements.ts';
import { teamSite } from './testing/team-site.ts';
import { useEverything } from './testing/use-everything.ts';

const large = Object.entries(bounds).flatMap(([table, { small }]) => (small ? [] : [table]));
const isLarge = (table: string) => large.some((name) => name === table || name.endsWith(`.${table}`));

let product: TestProduct;
let sent: Sent[];
beforeAll(async () => {
  // Before the product connects: a connection keeps the function it sends by.
  const recording = recordStatements(new URL(process.env['INTAKE_TEST_SERVER']!).username);
  try {
    product = await startTestProduct({ sites: [planSite, teamSite] });
    await useEverything(product);
  } finally {
    recording.stop();
  }
  sent = recording.statements;
  await claimMillionRows(product.database.pool, large);
});
afterAll(() => product.stop());

/** Indexes of the migration that only the database itself asks, when what they refer to is deleted. */
const forForeignKeys = ['lead_member', 'plan_connection_plan', 'plan_connection_price'];

/** Indexes of the migration that another one begins with since; the release after the first may drop them. */
const superseded = ['team_site'];

/** Statements with the large tables that each would read whole. */
async function listFullReads(statements: readonly Sent[], pool: Parameters<typeof findFullReads>[0]) {
  const found: Record<string, string[]> = {};
  for (const statement of statements) {
    const tables = await findFullReads(pool, statement, isLarge);
    if (tables.length > 0) found[statement.text] = tables;
  }
  return found;
}

/** Parts of statements that read all that a site has, and why they may. */
const wholeSite: Record<string, string> = {
  '(select count(*) from member where': 'staff are told what a site has before they remove it',
  'as "checkouts"': 'a site whose money is under way is not removed',
  'inner join "plan_checkout" as "k" on "k"."id" = "c"."checkout_id" where "k"."site_id"': 'the same, for staff',
};

/** A statement as it is for the site that has half of the rows. */
const ofLargestSite = ({ text, values }: Sent): Sent => ({
  text,
  values: values.map((value) => (typeof value === 'string' && value.startsWith('app_') ? 'app_enrolment' : value)),
});

describe('with a million rows in each large table', () => {
  test('no statement of requests or jobs reads one from end to end', async () => {
    // Fewer would mean that some of the product was not used.
    expect(sent.length).toBeGreaterThan(250);
    expect(
      await listFullReads(sent, product.database.pool),
      'add an index by `addIndexes` in a migration, in the words of the statement, or take a portion at a time',
    ).toEqual({});
  });

  test.for([
    ['session_expires', 'session'],
    ['mailed_code_expires', 'mailed_code'],
    ['plan_connection_orphan', 'plan_connection'],
    ['refund_unfinished', 'refund'],
    ['provider_event_waiting', 'provider_event'],
  ] as const)('a statement that misses the index %s is found', async ([index, table]) => {
    const client = await product.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`drop index ${index}`);
      const found = Object.values(await listFullReads(sent, client)).flat();
      expect(found).toContain(table);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('every index that was added for a statement is used by one', async () => {
    const used = new Set<string>();
    for (const statement of sent)
      for (const index of await findIndexes(product.database.pool, statement)) used.add(index);
    const unused = indexesForGrowth.indexes.map(([name]) => name).filter((name) => !used.has(name));
    expect(unused.toSorted()).toEqual([...forForeignKeys, ...superseded].toSorted());
  });

  test('no statement reads all that the largest site has, or there is a reason why it may', async () => {
    const found = new Map<string, string[]>();
    for (const statement of sent) {
      const tables = await findManyRows(product.database.pool, ofLargestSite(statement));
      if (tables.length > 0) found.set(statement.text, tables);
    }
    const reasons = [...found.keys()].map((text) => Object.keys(wholeSite).find((part) => text.includes(part)) ?? text);
    expect(reasons.toSorted(), 'keep the number, take a page at a time, or give the reason in this test').toEqual(
      Object.keys(wholeSite).toSorted(),
    );
  });

  test('a statement that counts the members of a site is found', async () => {
    const count = { text: 'select count(*) from member where site_id = $1', values: ['app_choir'] };
    expect(await findManyRows(product.database.pool, ofLargestSite(count))).toEqual(['member']);
    expect(await findManyRows(product.database.pool, count)).toEqual([]);
  });

  test('a statement that compares what no index holds is found', async () => {
    const slow = { text: 'select id from member where custom_fields ->> $1 = $2', values: ['nickname', 'Ana'] };
    expect(await listFullReads([slow], product.database.pool)).toEqual({ [slow.text]: ['member'] });
  });
});

/** Foreign keys of large tables whose rows are found by reading all, when a row that they refer to is deleted. */
const unindexed: Record<string, string> = {
  'session.site_id': 'a site is removed by staff, once, and after its members, whose sessions go with them',
  'provider_attempt.site_id': 'attempts last for minutes',
  'seat_claim.cohort_id': 'of cohorts only a draft without orders is deleted, by staff, once in a while',
  'plan_connection.member_id, site_id': 'by the member, whom an index begins with',
  'plan_connection.plan_id, site_id': 'by the plan, which an index begins with',
  'team_seat.member_id, site_id': 'by the member, whom an index begins with',
  'team_seat.team_id, site_id': 'by the team, which an index begins with',
};

test('what a deleted row leaves in large tables is found by an index, or there is a reason why not', async () => {
  const { rows } = await product.database.pool.query<{ name: string }>(
    `select f.conrelid::regclass || '.' || string_agg(a.attname, ', ' order by a.attnum) as name
     from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
     where f.contype = 'f' and f.conrelid = any($1::regclass[])
       and not exists (select from pg_index i where i.indrelid = f.conrelid
         and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
     group by f.oid, f.conrelid`,
    [large],
  );
  expect(
    rows.map(({ name }) => name).toSorted(),
    'add an index that begins with the column, or give the reason in this test',
  ).toEqual(Object.keys(unindexed).toSorted());
});
