import type { Pool } from '../platform/database/database.ts';
import { checkedColumns, fillTable, type Columns } from './fill-table.ts';

/** Rows that are really there: a sample, by which PostgreSQL learns how the values are spread (ANALYZE reads 30,000 rows of any table). */
const sampled = 4_000;
/** Rows that the planner is told of. */
const claimed = 1_000_000;

/** One site has half of all rows, the others share the rest: an owner whose intake succeeds. */
const siteId = `case when n % 2 = 0 then 'app_enrolment' else 'app_' || n % 50 end`;
/** Over ninety days, up to a fortnight from now. */
const spread = `now() + interval '14 days' - interval '1 minute' * (n * 37 % 129600)`;

/** How the values of a column are spread, by its name, where each row has not one of its own. */
const byName: Columns = {
  site_id: siteId,
  plan_id: `'pln_' || n % 200`,
  price_id: `'prc_' || n % 200`,
  cohort_id: `'coh_' || n % 100`,
  channel_id: 'n % 500 + 1000',
  endpoint_id: `'end_' || n % 50`,
  team_id: `'team_' || n % 800`,
  course: `'data'`,
  partner: `'uts'`,
  currency: `'NZD'`,
  verified: 'n % 10 > 0',
  live: 'n % 2 = 0',
};

/** States as they are in a product that has run for a year: nearly all have ended. */
const byTable: Readonly<Record<string, Columns>> = {
  ...checkedColumns,
  ...Object.fromEntries(
    // Of members alone: staff are few.
    ['authenticator_app', 'passkey', 'recovery_code', 'second_factor_challenge'].map((table) => [
      table,
      { ...checkedColumns[table], staff_id: 'null' },
    ]),
  ),
  plan_checkout: {
    mode: `'payment'`,
    // One that most buyers use.
    coupon_id: `case when n % 3 > 0 then 'LAST' end`,
    state: `case when n % 100 = 0 then 'open' when n % 3 = 0 then 'expired' else 'completed' end`,
  },
  plan_connection: {
    type: `'SUBSCRIPTION'`,
    status: `case when n % 200 = 0 then 'REQUIRES_PAYMENT' when n % 3 = 0 then 'CANCELED' else 'ACTIVE' end`,
    subscription_status: `case when n % 3 = 0 then 'canceled' else 'active' end`,
    closed_at: `case when n % 3 = 0 then ${spread} end`,
  },
  enrolment_order: {
    payment_type: `'full'`,
    state: `case when n % 100 = 0 then 'awaiting-payment' when n % 500 = 1 then 'unseated' when n % 500 = 2 then 'refunded'
      when n % 2 = 0 then 'expired' else 'paid' end`,
  },
  seat_claim: { state: `case when n % 100 = 0 then 'live' when n % 2 = 0 then 'released' else 'consumed' end` },
  refund: { state: `case when n % 200 = 0 then 'pending' else 'succeeded' end`, source: `'member'` },
  provider_event: { processed_at: `case when n % 500 = 0 then null else ${spread} end` },
  site_event_delivery: { state: `case when n % 200 = 0 then 'waiting' else 'delivered' end` },
  mail_outbox: { sent_at: `case when n % 200 = 0 then null else ${spread} end`, dropped_at: 'null' },
  comment: { post_id: `case when n % 2 = 0 then 'x' || n / 10 end` },
  enquiry: { kind: `'support'`, resolved_at: `case when n % 20 = 0 then null else ${spread} end` },
  session: { way: `'password'` },
  member: { demonstration: 'false', voided_at: 'null' },
  stored_file: { member_id: `case when n % 500 = 0 then null else 'x' || n end` },
  review_item: { resolved_at: `case when n % 50 = 0 then null else ${spread} end` },
  'graphile_worker._private_jobs': {
    attempts: 'case when n % 500 = 0 then 10 else 0 end',
    max_attempts: '10',
    locked_at: 'null',
    locked_by: 'null',
    job_queue_id: 'null',
  },
};

/**
 * Makes the planner believe that tables have a million rows each: a few thousand are there, with values spread as in a
 * real product, and its own statistics are made of them; the number of rows is then written into the catalogue. Pages
 * stay as few as they are, so a sequential scan looks cheaper than it would be and is found sooner.
 */
export async function claimMillionRows(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await fillTable(pool, table, { rows: sampled, columns: await columnsOf(pool, table) });
  await pool.query(`analyze ${tables.join(', ')}`);
  // Tables and indexes alike: the planner takes rows per page from here and the pages from the file.
  await pool.query(
    `update pg_class set reltuples = reltuples * $2 / $3
     where reltuples > 0 and (oid = any($1::regclass[])
       or oid in (select indexrelid from pg_index where indrelid = any($1::regclass[])))`,
    [tables, claimed, sampled],
  );
}

async function columnsOf(pool: Pool, name: string): Promise<Columns> {
  const [schema, table] = name.includes('.') ? name.split('.') : ['public', name];
  const { rows } = await pool.query<{ column: string; type: string }>(
    `select column_name as column, data_type as type from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_identity = 'NO' and is_generated = 'NEVER'
       and (is_nullable = 'YES' or data_type like 'timestamp%' or column_name = any($3))`,
    [schema, table, Object.keys(byName)],
  );
  const known = Object.fromEntries(
    rows.flatMap(({ column, type }) => {
      const values = byName[column] ?? (type.startsWith('timestamp') ? spread : valueOf(type));
      return values === undefined ? [] : [[column, values]];
    }),
  );
  return { ...known, ...byTable[name] };
}

/** Of a column that may be null. */
const valueOf = (type: string): string | undefined =>
  ({ text: `'x' || n`, bytea: `decode(md5(n::text), 'hex')`, bigint: 'n' })[type];
