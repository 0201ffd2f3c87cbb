import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, transaction, type Database, type Pool } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { insertCohort } from '../../testing/cohorts.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { withoutLocks } from '../../testing/without-locks.ts';
import { changeCohort } from './cohorts.ts';
import { holdSeat } from './seats.ts';

const buyers = 50;
const connections = 24;
const capacities = [40, 30, 20, 10, 5, 1];
const now = new Date();

let database: TestDatabase;
let pool: Pool;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.directUrl, maxConnections: connections, patient: true });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Orders of so many members. */
async function buildOrders(cohortId: string) {
  const names = Array.from({ length: buyers }, () => randomBytes(8).toString('hex'));
  await pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency,
       amount_cents, balance_cents, state, session_expires_at, acknowledged_at)
     select 'ord_' || name, name, 'mem_' || name, 'uts', $2, 'data', 'full', 'NZD', 1237500, 0, 'draft', now(), now()
     from unnest($1::text[]) name`,
    [names, cohortId],
  );
  return names.map((name) => ({ cohortId, memberId: `mem_${name}`, orderId: `ord_${name}` }));
}

/**
 * Lowers a cohort's seats step by step while members take them.
 *
 * @returns how many were taken beyond what there is at the end; refusals of any other kind fail
 */
async function lowerWhileSelling(on: Database): Promise<number> {
  const cohortId = await insertCohort(pool, { capacity: buyers });
  const orders = await buildOrders(cohortId);
  const buy = (order: (typeof orders)[number], index: number) =>
    transaction(on, (tx) =>
      holdSeat(tx, order, {
        minutes: 30,
        claimant: { isProved: true, network: `network-${index}` },
        partner: 'uts',
        now,
      }),
    );
  const lower = (capacity: number) => changeCohort(on, cohortId, { capacity }, now);
  // Interleaved, so that staff and members meet all the way.
  const acts = orders.flatMap((order, index) => [
    () => buy(order, index),
    ...(index % 8 === 0 ? [() => lower(capacities[index / 8] ?? 1)] : []),
  ]);
  // As many at once as there are connections: on a busy machine others would give up waiting for one.
  const coming = acts.values();
  const refusals: unknown[] = [];
  const actInTurn = async () => {
    for (const act of coming) await act().catch((reason: unknown) => refusals.push(reason));
  };
  await Promise.all(Array.from({ length: connections }, actInTurn));
  for (const refusal of refusals) expect(['cohort-full', 'seats-taken']).toContain((refusal as Refusal).code);
  const { rows } = await pool.query<{ beyond: number }>(
    `select (select count(*)::int from seat_claim where cohort_id = cohort.id and state <> 'released') - capacity as beyond
     from cohort where id = $1`,
    [cohortId],
  );
  return rows[0]!.beyond;
}

describe(`a cohort whose seats staff lower while ${buyers} members buy`, () => {
  test('never has fewer than are sold and held, time after time', async () => {
    for (let round = 1; round <= 8; round++) expect(await lowerWhileSelling(db)).toBeLessThanOrEqual(0);
  });

  test('has fewer without the lock, so the test above can fail', async () => {
    let beyond = 0;
    for (let round = 1; round <= 20 && beyond <= 0; round++)
      beyond = await lowerWhileSelling(db.withPlugin(withoutLocks));
    expect(beyond).toBeGreaterThan(0);
  });
});
