import type { Transaction } from '../../../database/database.ts';
import { getObject, insertObject } from '../store/object.store.ts';
import { makeDiscount } from '../wire/coupon-objects.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { Coupon, Subscription } from '../wire/subscription-types.ts';

/** An applied coupon. */
export interface Reduction {
  /** The discount's id. */
  id: string;
  coupon: Coupon;
}

/** Applies a checkout's coupon to its subscription. */
export async function startDiscount(
  tx: Transaction,
  couponId: string,
  whose: { customer: string; session: string; subscription: string },
): Promise<Reduction> {
  const { data: coupon } = await getObject(tx, 'coupon', couponId);
  const discount = makeDiscount(coupon, whose);
  await insertObject(tx, 'discount', discount);
  return { id: discount.id, coupon };
}

/** The discount of a subscription now. */
export async function findReduction(tx: Transaction, { discounts }: Subscription): Promise<Reduction | undefined> {
  const [id] = discounts;
  if (id === undefined) return undefined;
  const { data: discount } = await getObject(tx, 'discount', id);
  if (discount.end !== null && discount.end <= nowSeconds()) return undefined;
  const { data: coupon } = await getObject(tx, 'coupon', discount.source.coupon);
  return { id, coupon };
}

/** Whether a one-time coupon is used up. */
export const isSpent = ({ coupon }: Reduction, takenOff: number): boolean => coupon.duration === 'once' && takenOff > 0;
