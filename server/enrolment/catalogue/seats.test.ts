import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import {
  createDatabase,
  createPool,
  isUnavailable,
  ping,
  transaction,
  type Database,
  type Pool,
  type PooledDatabase,
} from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { insertCohort } from '../../testing/cohorts.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { withoutLocks } from '../../testing/without-locks.ts';
import { lockCohort } from './cohorts.store.ts';
import { confirmSeat, holdSeat, keepSeat, listOversold, releaseSeat, seatTurn } from './seats.ts';
import type { Claimant, SeatRequest } from './seats.ts';

const buyers = 200;
const seats = 5;
const now = new Date();
let networks = 0;
/** A proved claimant with a new network each time, so that the network quota never applies. */
const claimant = () => ({ isProved: true, network: `network-${networks++}` });
/** An unproved claimant; all share one network. */
const stranger = () => ({ isProved: false, network: 'of strangers' });

let database: TestDatabase;
let pool: Pool;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.directUrl, maxConnections: 24, patient: true });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const buildCohort = (capacity: number) => insertCohort(pool, { capacity });

async function buildOrder(cohortId: string): Promise<{ cohortId: string; memberId: string; orderId: string }> {
  const name = randomBytes(8).toString('hex');
  await pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency, amount_cents,
       balance_cents, state, session_expires_at, acknowledged_at)
     values ($1, $1, $2, 'uts', $3, 'data', 'full', 'NZD', 1237500, 0, 'draft', now() + interval '30 minutes', now())`,
    [`ord_${name}`, `mem_${name}`, cohortId],
  );
  return { cohortId, memberId: `mem_${name}`, orderId: `ord_${name}` };
}

/** Retries what the pool refuses: waiting for a connection has a time limit, which a busy machine exceeds. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

/** All buyers take a seat concurrently. @returns how many succeeded */
async function rush(on: Database, cohortId: string, who = { claimant, refusal: 'cohort-full' }): Promise<number> {
  const orders = await Promise.all(Array.from({ length: buyers }, () => buildOrder(cohortId)));
  const outcomes = await Promise.allSettled(
    orders.map((order) =>
      persist(() =>
        transaction(on, (tx) => holdSeat(tx, order, { minutes: 30, claimant: who.claimant(), partner: 'uts', now })),
      ),
    ),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect((outcome.reason as Refusal).code).toBe(who.refusal);
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
}

describe(`${buyers} buyers at once for ${seats} seats`, () => {
  test('exactly that many are sold, time after time', async () => {
    for (let round = 1; round <= 5; round++) expect(await rush(db, await buildCohort(seats))).toBe(seats);
    expect(await listOversold(db)).toEqual([]);
  });

  test('without the lock too many are sold, so the test above can fail', async () => {
    let [cohortId, sold] = ['', 0];
    for (let round = 1; round <= 20 && sold <= seats; round++) {
      cohortId = await buildCohort(seats);
      sold = await rush(db.withPlugin(withoutLocks), cohortId);
    }
    expect(sold).toBeGreaterThan(seats);
    expect((await listOversold(db)).map((cohort) => cohort.id)).toEqual([cohortId]);
    await pool.query(`update seat_claim set state = 'released' where cohort_id = $1`, [cohortId]);
  });
});

describe('a rush on a class whose lock another process holds', () => {
  /** The pool size that a product has for its requests. */
  const connections = 10;

  /** Starts a rush and waits until `waitingForLock` of its connections wait for the lock. */
  async function startRush(options: { keptForReading?: number }, waitingForLock: number) {
    const cohortId = await buildCohort(seats);
    const orders = await Promise.all(Array.from({ length: buyers }, () => buildOrder(cohortId)));
    const requests = createPool({ url: database.directUrl, maxConnections: connections, applicationName: cohortId });
    const on = createDatabase(requests, options);
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from cohort where id = $1 for no key update', [cohortId]);
    const rushing = Promise.allSettled(
      orders.map((order) =>
        persist(() =>
          transaction(
            on,
            (tx) => holdSeat(tx, order, { minutes: 30, claimant: claimant(), partner: 'uts', now }),
            seatTurn(cohortId),
          ),
        ),
      ),
    );
    await eventually(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
        [cohortId],
      );
      return rows.length === waitingForLock;
    });
    return {
      on,
      /** Releases the lock and waits for all buyers. @returns how many have a seat */
      async finish() {
        await holder.query('rollback');
        holder.release();
        const outcomes = await rushing;
        await requests.end();
        return outcomes.filter(({ status }) => status === 'fulfilled').length;
      },
    };
  }

  test('leaves connections to readers, and to buyers of another cohort', async () => {
    const { on, finish } = await startRush({ keptForReading: 3 }, 5);
    const elsewhere = await buildOrder(await buildCohort(1));
    const taking = transaction(
      on,
      (tx) => holdSeat(tx, elsewhere, { minutes: 30, claimant: claimant(), partner: 'uts', now }),
      seatTurn(elsewhere.cohortId),
    );
    await Promise.all([...Array.from({ length: 50 }, () => ping(on)), taking]);
    expect(await finish()).toBe(seats);
  });

  test('exhausts the pool where no turns are taken, so the test above can fail', async () => {
    const { on, finish } = await startRush({}, connections);
    await expect(ping(on)).rejects.toSatisfy(isUnavailable);
    expect(await finish()).toBe(seats);
  });
});

describe(`${buyers} concurrent buyers of one network with unproved addresses`, () => {
  const strangers = { claimant: stranger, refusal: 'email-unproved' };

  test('hold no more than the quota of one network', async () => {
    expect(await rush(db, await buildCohort(24), strangers)).toBe(limits.unprovedHoldsPerNetwork);
  });

  test('exceed the quota without the lock, so the test above can fail', async () => {
    let held = 0;
    for (let round = 1; round <= 20 && held <= limits.unprovedHoldsPerNetwork; round++)
      held = await rush(db.withPlugin(withoutLocks), await buildCohort(24), strangers);
    expect(held).toBeGreaterThan(limits.unprovedHoldsPerNetwork);
  });
});

describe('a hold', () => {
  const hold = (order: Awaited<ReturnType<typeof buildOrder>>, minutes = 30) =>
    transaction(db, (tx) => holdSeat(tx, order, { minutes, claimant: claimant(), partner: 'uts', now }));

  test('that has expired is not counted, and its owner takes any seat that is left', async () => {
    const cohortId = await buildCohort(1);
    const [late, quick] = [await buildOrder(cohortId), await buildOrder(cohortId)];
    await hold(late, -1);
    expect(await transaction(db, (tx) => confirmSeat(tx, late, now))).toBe(true);
    await expect(hold(quick)).rejects.toMatchObject({ code: 'cohort-full' });
  });

  test('that has expired loses to a buyer who came in time', async () => {
    const cohortId = await buildCohort(1);
    const [late, quick] = [await buildOrder(cohortId), await buildOrder(cohortId)];
    await hold(late, -1);
    await hold(quick);
    expect(await transaction(db, (tx) => confirmSeat(tx, late, now))).toBe(false);
    expect(await transaction(db, (tx) => confirmSeat(tx, quick, now))).toBe(true);
  });

  test('can be extended only before it expires', async () => {
    const cohortId = await buildCohort(2);
    const [live, dead] = [await buildOrder(cohortId), await buildOrder(cohortId)];
    await hold(live);
    await hold(dead, -1);
    expect(await transaction(db, (tx) => keepSeat(tx, live.orderId, 10))).toBe(true);
    expect(await transaction(db, (tx) => keepSeat(tx, dead.orderId, 10))).toBe(false);
  });

  test('that is released makes room', async () => {
    const cohortId = await buildCohort(1);
    const [first, second] = [await buildOrder(cohortId), await buildOrder(cohortId)];
    await hold(first);
    await transaction(db, (tx) => releaseSeat(tx, first.orderId));
    await expect(hold(second)).resolves.toMatchObject({ id: cohortId });
  });

  test('of the same member for another order is released', async () => {
    const cohortId = await buildCohort(1);
    const first = await buildOrder(cohortId);
    const second = { ...(await buildOrder(cohortId)), memberId: first.memberId };
    await hold(first);
    await expect(hold(second)).resolves.toMatchObject({ id: cohortId });
  });
});

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(pooled: PooledDatabase, seat: SeatRequest, who: Claimant): Promise<void> {
  // @ts-expect-error the pool
  await lockCohort(pooled, seat.cohortId);
  // @ts-expect-error the pool
  await holdSeat(pooled, seat, { minutes: 30, claimant: who, partner: 'uts', now });
  // @ts-expect-error the pool
  await confirmSeat(pooled, seat, now);
  // @ts-expect-error the pool
  await releaseSeat(pooled, seat.orderId);
}
