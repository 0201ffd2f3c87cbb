import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { stateList } from '../../../platform/moves.ts';
import { couponUsingStates } from './checkout-states.ts';
import { mayBePaid } from './checkouts.store.ts';
import type { SiteCoupon } from './terms.ts';

export interface CouponUse {
  siteId: string;
  coupon: Pick<SiteCoupon, 'id' | 'perMember' | 'maxRedemptions'>;
  memberId: string;
}

/** Money that comes later than this finds the use given away, and goes back. */
const graceMinutes = 5;

/**
 * Whether a coupon has been used as often as it may be, by a member whom the caller has locked or by all. Whoever is
 * paying with it at the moment has used it, until their checkout ends unpaid: the card provider says so, its time is over,
 * or it never got a page. What the member has open beside is replaced. Of a coupon with a limit, the use that was found free stays free until the transaction
 * ends.
 */
export async function isCouponUsedUp(tx: Transaction, { siteId, coupon, memberId }: CouponUse): Promise<boolean> {
  const { id, perMember, maxRedemptions } = coupon;
  if (maxRedemptions !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`coupon ${siteId} ${id}`}, 0))`.execute(tx);
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where member_id = ${memberId})::int as own, count(*)::int as "all"
    from plan_checkout
    where site_id = ${siteId} and coupon_id = ${id}
      and (state in (${stateList(couponUsingStates)}) or (${mayBePaid(graceMinutes)} and member_id <> ${memberId}))`.execute(
    tx,
  );
  const { own, all } = rows[0]!;
  return (perMember !== null && own >= perMember) || (maxRedemptions !== null && all >= maxRedemptions);
}
