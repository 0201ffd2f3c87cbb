import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCohort } from '../../../testing/cohorts.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { readMissedByDeletion } from './missed-orders.store.ts';
import { listUnfinishedRefunds, noteRefundLookedAt, readUnexplainedReturns } from '../payments.store.ts';

/** More than two pages. */
const count = 250;
const named = (prefix: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(3, '0')}`);

let database: TestDatabase;
let cohortId: string;
/** @param rows a query for the orders' ids, states and times */
const insertOrders = (rows: string) =>
  database.pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency, amount_cents,
       balance_cents, state, session_expires_at, acknowledged_at, created_at)
     select id, id, 'mem_' || id, 'uts', $1, 'data', 'full', 'NZD', 1237500, 0, state, now(), now(), created_at
     from (${rows}) as placed (id, state, created_at)`,
    [cohortId],
  );

beforeAll(async () => {
  database = await createTestDatabase();
  cohortId = await insertCohort(database.pool, { capacity: 1 });
  // Three rows share each timestamp, as rows of one transaction do: ties must not be skipped between pages.
  await insertOrders(
    `select prefix || to_char(n, 'FM000'), state, timestamptz '2026-01-01 00:00:00.000123Z' + make_interval(mins => n / 3)
     from generate_series(1, ${count}) n, (values ('missed_', 'unseated'), ('returned_', 'refunded')) as kinds (prefix, state)`,
  );
  await database.pool.query(
    `insert into payment (id, order_id, provider_payment_id, session_id, amount_cents, currency, received_at)
     select 'pay_' || substr(id, 10), id, 'pi_' || substr(id, 10), 'cs_1', amount_cents, currency, created_at
     from enrolment_order where state = 'refunded'`,
  );
});
afterAll(() => database.drop());

test('every order that a deletion left unsettled is read once, oldest first', async () => {
  const ids = [];
  for await (const { id } of readMissedByDeletion(database.db)) ids.push(id);
  expect(ids).toEqual(named('missed_'));
});

test('every returned payment without a known refund or dispute is read once, oldest first', async () => {
  const ids = [];
  for await (const id of readUnexplainedReturns(database.db)) ids.push(id);
  expect(ids).toEqual(named('pi_'));
});

test('rows settled during paging do not make the next page skip any', async () => {
  const ids = [];
  for await (const { id } of readMissedByDeletion(database.db)) {
    ids.push(id);
    await database.pool.query(`update enrolment_order set state = 'refunded' where id = $1`, [id]);
  }
  expect(ids).toEqual(named('missed_'));
});

test('unpaid orders deleted during paging do not end it early', async () => {
  // One page and one order: that all share a timestamp asks for its microseconds too.
  await insertOrders(
    `select id, state, timestamptz '2025-12-31 00:00:00.000123Z'
     from (values ('a_missed', 'unseated'), ('c_missed', 'unseated')) as missed (id, state)
     union all select 'b_ended_' || n, 'expired', '2025-12-31 00:00:00.000123Z' from generate_series(1, 999) n`,
  );
  const ids = [];
  for await (const { id } of readMissedByDeletion(database.db)) {
    ids.push(id);
    await database.pool.query(`delete from enrolment_order where state = 'expired'`);
  }
  expect(ids.filter((id) => !id.startsWith('missed_'))).toEqual(['a_missed', 'c_missed']);
});

test('unfinished refunds are checked round-robin, so that those which always fail do not starve the others', async () => {
  // The newest are inserted first: without an order the database would list these.
  await database.pool.query(
    `insert into refund (id, payment_id, amount_cents, state, source, reason, updated_at)
     select 'rfd_' || to_char(n, 'FM000'), 'pay_' || to_char(n, 'FM000'), 100, 'pending', 'automatic', 'paid-twice',
       timestamptz '2026-01-01' + make_interval(mins => n)
     from generate_series($1::int, 1, -1) n`,
    [count],
  );
  const first = (await listUnfinishedRefunds(database.db, 0)).map(({ id }) => id);
  expect(first).toEqual(named('rfd_').slice(0, first.length));
  for (const id of first) await noteRefundLookedAt(database.db, id);
  const second = (await listUnfinishedRefunds(database.db, 0)).map(({ id }) => id);
  expect(second.slice(0, count - first.length)).toEqual(named('rfd_').slice(first.length));
});
