import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeOff } from './coupons.ts';
import { startTestShop, usualPlan, type TestShop } from '../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

const make = (terms: Stripe.CouponCreateParams) => shop.stripe.coupons.create(terms);
const totalsOf = async (subscription: string) =>
  (await shop.stripe.invoices.list({ subscription })).data.map(({ total }) => total).toReversed();
const setupFee = {
  quantity: 1,
  price_data: { currency: 'nzd', unit_amount: 1_001, product_data: { name: 'Set-up fee' } },
};

test('a coupon has its terms and can be found again', async () => {
  const coupon = await make({ id: 'half', name: 'Half price', percent_off: 50, duration: 'forever' });
  expect(coupon).toMatchObject({ id: 'half', percent_off: 50, amount_off: null, valid: true });
  expect(await shop.stripe.coupons.retrieve('half')).toEqual(coupon);
  await expect(make({ id: 'half', percent_off: 10 })).rejects.toMatchObject({ code: 'resource_already_exists' });
});

test.each([
  ['no reduction', {}, 'percent_off or amount_off'],
  ['two', { percent_off: 5, amount_off: 5, currency: 'nzd' }, 'percent_off or amount_off'],
  ['an amount without a currency', { amount_off: 100 }, 'You must pass currency'],
  ['a share above all', { percent_off: 101 }, 'percent_off'],
  ['months without a need', { percent_off: 5, duration_in_months: 2 }, 'duration_in_months'],
] as [string, Stripe.CouponCreateParams, string][])('%s is refused', async (_what, terms, message) => {
  await expect(make(terms)).rejects.toThrow(message);
});

test('a coupon that is missing says so in the provider’s words', async () => {
  await expect(shop.openPlan({ discounts: [{ coupon: 'none' }] })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    param: 'discounts[0][coupon]',
  });
});

test('a coupon in another currency is refused', async () => {
  const { id } = await make({ amount_off: 100, currency: 'usd' });
  await expect(shop.openPlan({ discounts: [{ coupon: id }] })).rejects.toThrow('currency');
});

describe('of a plan for NZ$29.00', () => {
  test.each([
    ['once', { duration: 'once' }, [1_450, 2_900]],
    ['forever', { duration: 'forever' }, [1_450, 1_450]],
    ['for months', { duration: 'repeating', duration_in_months: 3 }, [1_450, 1_450]],
  ] as const)('half is taken off %s', async (_what, terms, totals) => {
    const { id: coupon } = await make({ percent_off: 50, ...terms });
    const { id } = await shop.subscribe({ discounts: [{ coupon }] });
    await shop.press(id, 'renew');
    expect(await totalsOf(id)).toEqual(totals);
  });

  test('a coupon for once waits for the first payment of a trial', async () => {
    const { id: coupon } = await make({ amount_off: 900, currency: 'nzd', duration: 'once' });
    const { id } = await shop.subscribe({ discounts: [{ coupon }], subscription_data: { trial_period_days: 7 } });
    await shop.press(id, 'end-trial');
    await shop.press(id, 'renew');
    expect(await totalsOf(id)).toEqual([0, 2_000, 2_900]);
  });

  test('everything may be taken off', async () => {
    const { id: coupon } = await make({ percent_off: 100, duration: 'once' });
    const subscription = await shop.subscribe({ discounts: [{ coupon }] });
    expect(subscription.status).toBe('active');
    await shop.press(subscription.id, 'renew');
    expect(await totalsOf(subscription.id)).toEqual([0, 2_900]);
  });

  test('the checkout says what is taken off', async () => {
    const { id: coupon } = await make({ percent_off: 50, duration: 'once' });
    const session = await shop.openPlan({
      discounts: [{ coupon }],
      line_items: [usualPlan.line_items![0]!, setupFee],
    });
    expect(session).toMatchObject({
      amount_subtotal: 3_901,
      amount_total: 1_950,
      total_details: { amount_discount: 1_951 },
      discounts: [{ coupon }],
    });
  });
});

test('a single payment may be reduced to nothing, and then needs no card', async () => {
  const { id: coupon } = await make({ percent_off: 100 });
  const session = await shop.openSession({ discounts: [{ coupon }] });
  expect(session.amount_total).toBe(0);
  const done = await shop.app.inject({ method: 'POST', url: `/dev/card/pay/${session.id}` });
  expect(done.headers.location).toBe(`http://shop.test/thanks?session_id=${session.id}`);
  expect(await shop.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    payment_intent: null,
  });
});

test.each([
  [[2_900, 1_000], { percent_off: 10 }, [290, 100]],
  [[999], { percent_off: 33.33 }, [333]],
  [[2_900, 1_000], { percent_off: null, amount_off: 3_000 }, [2_900, 100]],
  [[500], { percent_off: null, amount_off: 3_000 }, [500]],
  [[500], undefined, [0]],
])('off %j, %j takes %j', (amounts, terms, taken) => {
  expect(takeOff(amounts, terms as Stripe.Coupon | undefined)).toEqual(taken);
});
