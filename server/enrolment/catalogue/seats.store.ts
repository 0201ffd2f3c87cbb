import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import type { CohortTables } from './cohorts.store.ts';

const claims = (db: Database) => db.withTables<CohortTables>();

/** One member's seat in one cohort, for one order. */
export interface SeatRequest {
  cohortId: string;
  memberId: string;
  orderId: string;
}

/** @param minutes how long the hold lasts, by the database's clock */
export async function insertHold(
  tx: Database,
  { cohortId, memberId, orderId }: SeatRequest,
  minutes: number,
): Promise<void> {
  await claims(tx)
    .insertInto('seat_claim')
    .values({
      id: newId('seat_'),
      cohort_id: cohortId,
      member_id: memberId,
      order_id: orderId,
      state: 'live',
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** A seat for good, whatever claim the order had before. */
export async function upsertSeat(tx: Database, { cohortId, memberId, orderId }: SeatRequest): Promise<void> {
  await claims(tx)
    .insertInto('seat_claim')
    .values({
      id: newId('seat_'),
      cohort_id: cohortId,
      member_id: memberId,
      order_id: orderId,
      state: 'consumed',
      expires_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ cohort_id: cohortId, state: 'consumed', expires_at: null }),
    )
    .execute();
}

type LiveChange = { state: 'consumed'; expires_at: null } | { expires_at: ReturnType<typeof sql<Date>> };

/** Changes an order's hold if it has not run out. Says whether it had not. */
async function changeLiveHold(tx: Database, orderId: string, change: LiveChange): Promise<boolean> {
  const changed = await claims(tx)
    .updateTable('seat_claim')
    .set(change)
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export const consumeLiveHold = (tx: Database, orderId: string): Promise<boolean> =>
  changeLiveHold(tx, orderId, { state: 'consumed', expires_at: null });

export const extendLiveHold = (tx: Database, orderId: string, days: number): Promise<boolean> =>
  changeLiveHold(tx, orderId, { expires_at: sql<Date>`now() + make_interval(days => ${days})` });

/** Frees what this member still holds in a cohort for other orders: one member needs one seat. */
export async function releaseOtherHolds(tx: Database, { cohortId, memberId, orderId }: SeatRequest): Promise<void> {
  await claims(tx)
    .updateTable('seat_claim')
    .set({ state: 'released', expires_at: null })
    .where('cohort_id', '=', cohortId)
    .where('member_id', '=', memberId)
    .where('order_id', '!=', orderId)
    .where('state', '=', 'live')
    .execute();
}

export async function releaseClaim(tx: Database, orderId: string): Promise<void> {
  await claims(tx)
    .updateTable('seat_claim')
    .set({ state: 'released', expires_at: null })
    .where('order_id', '=', orderId)
    .execute();
}

/** Cohorts in which more seats are claimed than exist. Always empty; a nightly job makes sure. */
export async function listOversold(db: Database): Promise<{ id: string; capacity: number; taken: number }[]> {
  const { rows } = await sql<{ id: string; capacity: number; taken: number }>`
    select cohort.id, cohort.capacity, count(*)::int as taken
    from cohort join seat_claim on seat_claim.cohort_id = cohort.id
    where seat_claim.state = 'consumed' or (seat_claim.state = 'live' and seat_claim.expires_at > now())
    group by cohort.id having count(*) > cohort.capacity`.execute(db);
  return rows;
}
