import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { statementStart, type CohortTables } from './cohorts.store.ts';

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
  /** The key that the requester's client address is counted under. */
  network: string;
}

const columnsOf = ({ minutes, givesWay, network }: HoldShape) => ({
  expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  gives_way: givesWay,
  network,
});

/** Inserts a hold. Requires the cohort's lock. */
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

/** Transfers the member's hold in the cohort to a new order. Requires the cohort's lock. @returns whether there was one */
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
    .where('expires_at', '>', statementStart)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Transfers a hold back to the order that had it before, unless that order has its own seat by now. */
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

/**
 * Counts the live unpaid holds of a cohort from one network. Those that last for more than a day wait for a bank's payment: they
 * count to both shares, since such a payment may never arrive.
 */
export async function countHolds(
  tx: Transaction,
  { cohortId, network, givesWay }: { cohortId: string; network: string; givesWay: boolean },
): Promise<{ holds: number; firstEndsInSeconds: number }> {
  const { rows } = await sql<{ holds: number; firstEndsInSeconds: number }>`
    select count(*)::int as holds,
      coalesce(ceil(extract(epoch from min(expires_at) - now())), 0)::int as "firstEndsInSeconds"
    from seat_claim
    where cohort_id = ${cohortId} and network = ${network} and state = 'live' and expires_at > ${statementStart}
      and (gives_way = ${givesWay} or expires_at > now() + interval '1 day')`.execute(tx);
  return rows[0]!;
}

/** Holds of a cohort that give way, in random order, to spread contention when several callers look at once. */
export const listGivingWay = (db: Database, cohortId: string): Promise<{ orderId: string; memberId: string }[]> =>
  claims(db)
    .selectFrom('seat_claim')
    .select(['order_id as orderId', 'member_id as memberId'])
    .where('cohort_id', '=', cohortId)
    .where('gives_way', '=', true)
    .where('state', '=', 'live')
    .where('expires_at', '>', statementStart)
    .orderBy(sql`random()`)
    .execute();

/** The columns of a confirmed claim: it never gives way, and the network is personal data no longer needed. */
const firm = { gives_way: false as const, network: null };
const settled = { state: 'consumed' as const, expires_at: null, ...firm };
const released = { state: 'released' as const, expires_at: null, ...firm };

/** Confirms the order's seat, replacing a hold if the order has one. */
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

/**
 * Who changes a hold that is about to end: another buyer counts it as ended from that moment, and sees of a change only what
 * has been committed.
 */
type HoldChanger = 'with-lock' | 'without-lock';

/** Seconds that a hold must have left to be changed without the cohort's lock: more than the rest of a transaction takes. */
const leftWithoutLock = 30;

/** Updates an order's hold unless it has expired, or is about to without the lock. @returns whether it was changed */
async function changeLiveHold(
  db: Database,
  orderId: string,
  { change, by }: { change: LiveChange; by: HoldChanger },
): Promise<boolean> {
  const left = by === 'with-lock' ? 0 : leftWithoutLock;
  const changed = await claims(db)
    .updateTable('seat_claim')
    .set(change)
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .where('expires_at', '>', sql<Date>`${statementStart} + make_interval(secs => ${left})`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Turns a live hold into a confirmed seat. @returns whether it was live for long enough */
export const consumeLiveHold = (tx: Transaction, orderId: string, by: HoldChanger): Promise<boolean> =>
  changeLiveHold(tx, orderId, { change: settled, by });

/**
 * Extends a live hold to `days` from now. It keeps its network until the money is there.
 *
 * @returns whether it was live for long enough
 */
export const extendLiveHold = (
  tx: Transaction,
  orderId: string,
  { days, by }: { days: number; by: HoldChanger },
): Promise<boolean> =>
  changeLiveHold(tx, orderId, {
    change: { expires_at: sql<Date>`now() + make_interval(days => ${days})`, gives_way: false },
    by,
  });

/** Makes a live hold firm until `until`, unless it is about to end. */
export const secureLiveHold = async (db: Database, orderId: string, until: Date): Promise<void> =>
  void (await changeLiveHold(db, orderId, { change: { expires_at: until, gives_way: false }, by: 'without-lock' }));

/** Whether the member has a seat or a live hold in a cohort for another order. */
export async function hasOtherClaim(tx: Transaction, { cohortId, memberId, orderId }: SeatRequest): Promise<boolean> {
  const other = await claims(tx)
    .selectFrom('seat_claim')
    .select('id')
    .where('cohort_id', '=', cohortId)
    .where('member_id', '=', memberId)
    .where('order_id', '!=', orderId)
    .where((claim) =>
      claim.or([
        claim('state', '=', 'consumed'),
        claim.and([claim('state', '=', 'live'), claim('expires_at', '>', statementStart)]),
      ]),
    )
    .executeTakeFirst();
  return other !== undefined;
}

/** Holds a seat for an order whose hold has expired or was released. Requires the cohort's lock. */
export async function renewHold(
  tx: Transaction,
  { cohortId, memberId, orderId }: SeatRequest,
  days: number,
): Promise<void> {
  const held = {
    state: 'live' as const,
    expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    gives_way: false,
  };
  await claims(tx)
    .insertInto('seat_claim')
    .values({ id: newId('seat_'), cohort_id: cohortId, member_id: memberId, order_id: orderId, ...held })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(held))
    .execute();
}

/** Releases the member's holds in a cohort for other orders: one member needs one seat. */
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

/** Releases an order's seat or hold. Idempotent. */
export async function releaseClaim(tx: Transaction, orderId: string): Promise<void> {
  await claims(tx).updateTable('seat_claim').set(released).where('order_id', '=', orderId).execute();
}

/**
 * Oversold cohorts. Empty as long as the invariant holds, which a nightly job checks: one cohort at a time, so that
 * each query uses the index, and with the capacity of the same snapshot, which staff may raise meanwhile.
 */
export async function listOversold(db: Database): Promise<{ id: string; capacity: number; taken: number }[]> {
  const cohorts = await claims(db).selectFrom('cohort').select('id').orderBy('id').execute();
  const oversold = [];
  for (const { id } of cohorts) {
    const { rows } = await sql<{ capacity: number; taken: number }>`
      select capacity, (select count(*)::int from seat_claim where cohort_id = cohort.id
        and (state = 'consumed' or (state = 'live' and expires_at > ${statementStart}))) as taken
      from cohort where id = ${id}`.execute(db);
    oversold.push(...rows.filter(({ capacity, taken }) => taken > capacity).map((row) => ({ id, ...row })));
  }
  return oversold;
}
