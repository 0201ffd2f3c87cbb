import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { stateList } from '../../../platform/moves.ts';
import { couponUsingStates } from './checkout-states.ts';
import { keepsFrom } from './checkouts.store.ts';
import type { SiteCoupon } from './terms.ts';

/** A use of a coupon by a member. */
export interface CouponUse {
  siteId: string;
  coupon: Pick<SiteCoupon, 'id' | 'perMember' | 'maxRedemptions'>;
  memberId: string;
  /** Whether it is paid with real money; uses with test cards do not count then, and the reverse. */
  live: boolean;
  /** The checkout it is used at, once there is one: a payment that settles later must not count as a use before itself. */
  checkoutId?: string;
}

/** A payment later than this after the expiry is refunded where another checkout has taken the use. */
const graceMinutes = 5;

/**
 * Whether a coupon is used up, by a member whom the caller has locked or by all members. An open checkout of
 * others counts as a use ({@link keepsFrom}) until it ends unpaid: it failed, expired or never got a page. The member's own
 * are replaced. For a coupon with a limit an advisory lock keeps a free use until the transaction ends.
 */
export async function isCouponUsedUp(
  tx: Transaction,
  { siteId, coupon, memberId, live, checkoutId }: CouponUse,
): Promise<boolean> {
  const { id, perMember, maxRedemptions } = coupon;
  if (maxRedemptions !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`coupon ${siteId} ${id}`}, 0))`.execute(tx);
  // Reading ends at the limit: a popular coupon that is used up is not counted to its end while others wait for the lock.
  const isReached = async (limit: number, ofWhom: RawBuilder<boolean>): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from plan_checkout
      where site_id = ${siteId} and coupon_id = ${id} and live = ${live}
        and id is distinct from ${checkoutId ?? null} and ${ofWhom}
      offset ${limit - 1} limit 1`.execute(tx);
    return rows.length > 0;
  };
  const isUsed = sql<boolean>`state in (${stateList(couponUsingStates)})`;
  if (perMember !== null && (await isReached(perMember, sql`member_id = ${memberId} and ${isUsed}`))) return true;
  const isTaken = sql<boolean>`(${isUsed} or ${keepsFrom(memberId, graceMinutes)})`;
  return maxRedemptions !== null && isReached(maxRedemptions, isTaken);
}
