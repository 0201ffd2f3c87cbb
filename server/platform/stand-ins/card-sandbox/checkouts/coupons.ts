import * as z from 'zod/mini';
import type { Transaction } from '../../../database/database.ts';
import { findObject, insertObject } from '../store/object.store.ts';
import { makeCoupon } from '../wire/coupon-objects.ts';
import type { Form } from '../wire/form.ts';
import { Currency, decimal, integer, Metadata, parseParams } from '../wire/params.ts';
import type { Coupon } from '../wire/subscription-types.ts';
import { invalidRequest, missingObject } from '../wire/wire-error.ts';

const positive = integer.check(z.minimum(1));
const CreateCoupon = z.strictObject({
  id: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/, 'not an id'))),
  name: z.optional(z.string().check(z.maxLength(40))),
  percent_off: z.optional(decimal.check(z.gt(0), z.maximum(100))),
  amount_off: z.optional(positive),
  currency: z.optional(Currency),
  duration: z._default(z.enum(['once', 'forever', 'repeating']), 'once'),
  duration_in_months: z.optional(positive),
  metadata: z.optional(Metadata),
});

/** @throws WireError for terms that make no sense, or an id that is taken */
export async function createCoupon(tx: Transaction, form: Form): Promise<Coupon> {
  const given = parseParams(CreateCoupon, form);
  if ((given.percent_off === undefined) === (given.amount_off === undefined))
    throw invalidRequest('You must pass either percent_off or amount_off, and only one of them.');
  if (given.amount_off !== undefined && given.currency === undefined)
    throw invalidRequest('You must pass currency when passing amount_off', {
      code: 'parameter_missing',
      param: 'currency',
    });
  if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined))
    throw invalidRequest('You must pass duration_in_months when duration is `repeating`, and only then.', {
      param: 'duration_in_months',
    });
  if (given.id !== undefined && (await findObject(tx, 'coupon', given.id)))
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  const coupon = makeCoupon(given);
  await insertObject(tx, 'coupon', coupon);
  return coupon;
}

/** @throws WireError for a coupon that does not exist or is in another currency */
export async function requireCoupon(tx: Transaction, id: string, currency: string): Promise<Coupon> {
  const param = 'discounts[0][coupon]';
  const found = await findObject(tx, 'coupon', id);
  if (!found) throw missingObject('coupon', id, { param, inAddress: false });
  if (found.data.currency !== null && found.data.currency !== currency)
    throw invalidRequest(
      `The coupon \`${id}\` has the currency \`${found.data.currency}\` and cannot be applied to prices in \`${currency}\`.`,
      { param },
    );
  return found.data;
}

/** What a coupon takes off each of these amounts: a share of each, or a sum from the first ones on. */
export function takeOff(amounts: number[], coupon: Coupon | undefined): number[] {
  const share = coupon?.percent_off ?? 0;
  if (share > 0) return amounts.map((amount) => Math.round((amount * share) / 100));
  let left = coupon?.amount_off ?? 0;
  return amounts.map((amount) => {
    const off = Math.min(amount, left);
    left -= off;
    return off;
  });
}
