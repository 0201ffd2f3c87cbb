import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { readMissedByDeletion } from './orders.store.ts';
import { readUnexplainedReturns } from './payments.store.ts';

/** More than two pages. */
const count = 250;
const named = (prefix: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(3, '0')}`);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
     values ('cohort-1', 'data', 'Data Science & AI (Full-Time)', 'full-time', current_date + 60, 'UTC', 1)`,
  );
  // Three at a time have come in the same moment, as in one transaction.
  await database.pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency, amount_cents,
       balance_cents, state, session_expires_at, acknowledged_at, created_at)
     select prefix || to_char(n, 'FM000'), prefix || n, 'mem_' || n, 'uts', 'cohort-1', 'data', 'full', 'NZD', 1237500, 0, state,
       now(), now(), timestamptz '2026-01-01 00:00:00.000123Z' + make_interval(mins => n / 3)
     from generate_series(1, $1::int) n, (values ('missed_', 'unseated'), ('returned_', 'refunded')) as kinds (prefix, state)`,
    [count],
  );
  await database.pool.query(
    `insert into payment (id, order_id, provider_payment_id, session_id, amount_cents, currency, received_at)
     select 'pay_' || substr(id, 10), id, 'pi_' || substr(id, 10), 'cs_1', amount_cents, currency, created_at
     from enrolment_order where state = 'refunded'`,
  );
});
afterAll(() => database.drop());

test('every order that a deletion has missed is read once, oldest first', async () => {
  const ids = [];
  for await (const { id } of readMissedByDeletion(database.db)) ids.push(id);
  expect(ids).toEqual(named('missed_'));
});

test('every payment that went back without a word of why is read once, oldest first', async () => {
  const ids = [];
  for await (const id of readUnexplainedReturns(database.db)) ids.push(id);
  expect(ids).toEqual(named('pi_'));
});

test('what is settled while its page is read does not hide what follows', async () => {
  const ids = [];
  for await (const { id } of readMissedByDeletion(database.db)) {
    ids.push(id);
    await database.pool.query(`update enrolment_order set state = 'refunded' where id = $1`, [id]);
  }
  expect(ids).toEqual(named('missed_'));
});
