import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import type { CohortTables } from './cohorts.store.ts';

const claims = (db: Database) => db.withTables<CohortTables>();

/** One member's seat in one cohort, for one order. */
export interface SeatRequest {
  cohortId: string;
  memberId: string;
  orderId: string;
}

/** How a seat is held. */
export interface HoldShape {
  /** How long, by the database's clock. */
  minutes: number;
  /** Whether it is given up to a member who has proved their address. */
  givesWay: boolean;
  /** What the client address it was asked from counts under. */
  network: string;
}

const columnsOf = ({ minutes, givesWay, network }: HoldShape) => ({
  expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  gives_way: givesWay,
  network,
});

export async function insertHold(
  tx: Transaction,
  { cohortId, memberId, orderId }: SeatRequest,
  shape: HoldShape,
): Promise<void> {
  await claims(tx)
    .insertInto('seat_claim')
    .values({
      id: newId('seat_'),
      cohort_id: cohortId,
      member_id: memberId,
      order_id: orderId,
      state: 'live',
      ...columnsOf(shape),
    })
    .execute();
}

/** Lets a new order have what its member holds in the cohort already. @returns whether they held a seat there */
export async function takeOverHold(
  tx: Transaction,
  { cohortId, memberId, orderId }: SeatRequest,
  shape: HoldShape,
): Promise<boolean> {
  const taken = await claims(tx)
    .updateTable('seat_claim')
    .set({ order_id: orderId, ...columnsOf(shape) })
    .where('cohort_id', '=', cohortId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'live')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Hands an order's hold to the order that had it before, unless that one has got a seat of its own meanwhile. */
export async function passHold(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await claims(tx)
    .updateTable('seat_claim')
    .set({ order_id: to })
    .where('order_id', '=', from)
    .where('state', '=', 'live')
    .where((claim) =>
      claim.not(claim.exists(claim.selectFrom('seat_claim as other').select('id').where('order_id', '=', to))),
    )
    .execute();
}

/** Unpaid seats of a cohort that are held from one network at the moment. */
export async function countHolds(
  tx: Transaction,
  { cohortId, network, givesWay }: { cohortId: string; network: string; givesWay: boolean },
): Promise<{ holds: number; firstEndsInSeconds: number }> {
  const { rows } = await sql<{ holds: number; firstEndsInSeconds: number }>`
    select count(*)::int as holds,
      coalesce(ceil(extract(epoch from min(expires_at) - now())), 0)::int as "firstEndsInSeconds"
    from seat_claim
    where cohort_id = ${cohortId} and network = ${network} and gives_way = ${givesWay}
      and state = 'live' and expires_at > now()`.execute(tx);
  return rows[0]!;
}

/** Holds of a cohort that give way, in any order: several who look at once should not all begin with the same one. */
export const listGivingWay = (db: Database, cohortId: string): Promise<{ orderId: string; memberId: string }[]> =>
  claims(db)
    .selectFrom('seat_claim')
    .select(['order_id as orderId', 'member_id as memberId'])
    .where('cohort_id', '=', cohortId)
    .where('gives_way', '=', true)
    .where('state', '=', 'live')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`random()`)
    .execute();

/** A claim that is a hold no more: whose it was, and from where, does not matter any longer. */
const firm = { gives_way: false as const, network: null };
const settled = { state: 'consumed' as const, expires_at: null, ...firm };
const released = { state: 'released' as const, expires_at: null, ...firm };

/** A seat for good, whatever claim the order had before. */
export async function upsertSeat(tx: Transaction, { cohortId, memberId, orderId }: SeatRequest): Promise<void> {
  await claims(tx)
    .insertInto('seat_claim')
    .values({
      id: newId('seat_'),
      cohort_id: cohortId,
      member_id: memberId,
      order_id: orderId,
      ...settled,
    })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ cohort_id: cohortId, ...settled }))
    .execute();
}

type LiveChange = typeof settled | { expires_at: ReturnType<typeof sql<Date>> | Date; gives_way: false };

/** Changes an order's hold if it has not run out. Says whether it had not. */
async function changeLiveHold(db: Database, orderId: string, change: LiveChange): Promise<boolean> {
  const changed = await claims(db)
    .updateTable('seat_claim')
    .set(change)
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export const consumeLiveHold = (tx: Transaction, orderId: string): Promise<boolean> =>
  changeLiveHold(tx, orderId, settled);

export const extendLiveHold = (tx: Transaction, orderId: string, days: number): Promise<boolean> =>
  changeLiveHold(tx, orderId, { expires_at: sql<Date>`now() + make_interval(days => ${days})`, ...firm });

/** A hold that gives way no more, and until when it lasts now. */
export const secureLiveHold = (db: Database, orderId: string, until: Date): Promise<boolean> =>
  changeLiveHold(db, orderId, { expires_at: until, gives_way: false });

/** Frees what this member still holds in a cohort for other orders: one member needs one seat. */
export async function releaseOtherHolds(tx: Transaction, { cohortId, memberId, orderId }: SeatRequest): Promise<void> {
  await claims(tx)
    .updateTable('seat_claim')
    .set(released)
    .where('cohort_id', '=', cohortId)
    .where('member_id', '=', memberId)
    .where('order_id', '!=', orderId)
    .where('state', '=', 'live')
    .execute();
}

export async function releaseClaim(tx: Transaction, orderId: string): Promise<void> {
  await claims(tx).updateTable('seat_claim').set(released).where('order_id', '=', orderId).execute();
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
