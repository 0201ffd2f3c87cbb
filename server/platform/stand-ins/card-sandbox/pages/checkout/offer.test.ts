import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestShop, usualPlan, type TestShop } from '../../test-shop.ts';
import { showDate } from '../wording.ts';
import { addDays, addMonths } from '../../wire/periods.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

const today = Math.floor(Date.now() / 1_000);
const inTwoWeeks = showDate(addDays(today, 14));
const inAMonth = showDate(addMonths(today, 1));
const trial = { subscription_data: { trial_period_days: 14 } };
const fee = {
  quantity: 1,
  price_data: { currency: 'nzd', unit_amount: 1_000, product_data: { name: 'Set-up fee' } },
};
const withFee = { line_items: [usualPlan.line_items![0]!, fee] };
const once = { percent_off: 50, duration: 'once' } as const;
const months = { percent_off: 50, duration: 'repeating', duration_in_months: 3 } as const;
const forever = { percent_off: 50, duration: 'forever' } as const;

/** The visible text of the page. */
async function readPage(changes: Partial<Stripe.Checkout.SessionCreateParams>, terms?: Stripe.CouponCreateParams) {
  const coupon = terms && (await shop.stripe.coupons.create({ name: 'Spring', ...terms }));
  const { id } = await shop.openPlan({ ...changes, ...(coupon && { discounts: [{ coupon: coupon.id }] }) });
  const { body } = await shop.app.inject({ url: `/dev/card/pay/${id}` });
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  const [, due] = /Total due today (\S+)/.exec(text) ?? [];
  return { text, due };
}

test.each([
  ['a plan', {}, undefined, 'NZ$29.00', ['NZ$29.00 per month', 'Subscribe to Choir']],
  ['a fee', withFee, undefined, 'NZ$39.00', ['Set-up fee NZ$10.00', 'charge your card NZ$29.00 per month']],
  [
    'a trial',
    trial,
    undefined,
    'NZ$0.00',
    ['14 days free', `Then NZ$29.00 per month from ${inTwoWeeks}`, `Cancel before ${inTwoWeeks}`, 'Start trial'],
  ],
  [
    'a reduction once',
    {},
    once,
    'NZ$14.50',
    ['50% off the first payment', '−NZ$14.50', `Then NZ$29.00 per month from ${inAMonth}`],
  ],
  [
    'a reduction for months',
    {},
    months,
    'NZ$14.50',
    ['50% off for 3 months', 'NZ$29.00 per month when the discount ends'],
  ],
  ['a reduction forever', {}, forever, 'NZ$14.50', ['50% off every payment', 'charge your card NZ$14.50 per month']],
  [
    'a trial before a reduction',
    trial,
    once,
    'NZ$0.00',
    [`Then NZ$14.50 on ${inTwoWeeks}, and NZ$29.00 per month after that`],
  ],
  [
    'a fee that uses the reduction up',
    { ...trial, ...withFee },
    once,
    'NZ$5.00',
    [`Then NZ$29.00 per month from ${inTwoWeeks}`],
  ],
  [
    'a reduction that is over before the trial',
    { subscription_data: { trial_period_days: 120 } },
    months,
    'NZ$0.00',
    [`Then NZ$29.00 per month from ${showDate(addDays(today, 120))}`],
  ],
  [
    'every three months',
    {
      line_items: [
        {
          quantity: 2,
          price_data: {
            ...usualPlan.line_items![0]!.price_data!,
            recurring: { interval: 'month', interval_count: 3 },
          },
        },
      ],
    },
    undefined,
    'NZ$58.00',
    ['NZ$58.00 every 3 months', 'Quantity 2, NZ$29.00 each'],
  ],
] as [string, Partial<Stripe.Checkout.SessionCreateParams>, Stripe.CouponCreateParams | undefined, string, string[]][])(
  'the page tells the truth about %s',
  async (_what, changes, terms, due, sentences) => {
    const page = await readPage(changes, terms);
    expect(page.due).toBe(due);
    for (const sentence of sentences) expect(page.text).toContain(sentence);
  },
);

test('the page of a trial without a card asks for none and says how it ends', async () => {
  const { text } = await readPage({
    payment_method_collection: 'if_required',
    subscription_data: {
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
  });
  expect(text).toContain(`The plan ends by itself on ${inTwoWeeks} unless you add a card.`);
  expect(text).not.toContain('Card number');
});
