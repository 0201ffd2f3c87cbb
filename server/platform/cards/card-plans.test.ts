import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PlanCheckoutOrder } from './card-plan-checkout.ts';
import { createCardProvider, type CardProvider } from './card-provider.ts';
import { createLog } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { startTestShop, webhookSecret, type TestShop } from '../stand-ins/card-sandbox/test-shop.ts';

let shop: TestShop;
let cards: CardProvider;
beforeAll(async () => {
  shop = await startTestShop();
  cards = createCardProvider({
    secretKey: 'sk_test_plans',
    webhookSecret,
    apiBase: shop.sandbox.apiBase,
    log: createLog('silent'),
  });
});
afterEach(() => shop.setFaults({}));
afterAll(() => shop.stop());

const daySeconds = 86_400;
const buildOrder = (changes: Partial<PlanCheckoutOrder> = {}): PlanCheckoutOrder => ({
  checkoutId: randomUUID(),
  customerId: '',
  mode: 'subscription',
  seller: 'Harbour Choir',
  productName: 'Choir',
  priceName: 'Monthly',
  amountCents: 2_900,
  currency: 'NZD',
  interval: { type: 'MONTHLY', count: 1 },
  trialDays: null,
  setupFeeCents: null,
  couponId: null,
  successUrl: 'http://shop.test/thanks?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/cancelled',
  expiresAt: new Date(Date.now() + 3_600_000),
  metadata: { price: 'prc_choir' },
  ...changes,
});
const createCustomer = async () => {
  const id = await cards.createCustomer({ memberId: randomUUID(), email: 'ana@example.org', metadata: {} });
  return id!;
};
/** Starts a subscription to a plan. */
async function begin(changes: Partial<PlanCheckoutOrder> = {}) {
  const customerId = await createCustomer();
  const opened = await cards.createPlanCheckout(buildOrder({ customerId, ...changes }));
  await shop.pay(opened!.id);
  const checkout = (await cards.findCheckout(opened!.id))!;
  return { customerId, checkout, subscription: checkout.subscriptionId ?? '' };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

describe('a customer', () => {
  test('is made once for a member, and again for another address', async () => {
    const member = { memberId: 'mem_1', email: 'ana@example.org', metadata: { site: 'app_1' } };
    const made = await Promise.all([1, 2, 3].map(() => cards.createCustomer(member)));
    const [id] = made;
    expect(new Set(made).size).toBe(1);
    expect(await shop.stripe.customers.retrieve(id!)).toMatchObject({
      email: 'ana@example.org',
      metadata: { site: 'app_1', memberId: 'mem_1' },
    });
    expect(await cards.createCustomer({ ...member, email: 'ana@example.com' })).not.toBe(id);
  });

  test('whose creation times out is still created once', async () => {
    await shop.setFaults({ api: { mode: 'answer-lost', path: '/v1/customers', times: 1 } });
    const member = { memberId: 'mem_2', email: 'bea@example.org', metadata: {} };
    const id = await cards.createCustomer(member);
    expect(await cards.createCustomer(member)).toBe(id);
  });
});

describe('a plan’s checkout', () => {
  test('begins a subscription that carries our reference and words', async () => {
    const { checkout, customerId, subscription } = await begin();
    expect(checkout).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountCents: 2_900,
      currency: 'NZD',
      payment: null,
      customerId,
    });
    expect(await cards.findSubscription(subscription)).toMatchObject({
      id: subscription,
      status: 'active',
      customerId,
      metadata: { price: 'prc_choir' },
      cancelAt: null,
      canceledAt: null,
      trialEnd: null,
      priceCents: 2_900,
      currency: 'NZD',
      live: false,
      latestInvoice: { status: 'paid', amountCents: 2_900, currency: 'NZD', needsAction: false },
    });
  });

  test('asked for twice is one, whose reference is ours', async () => {
    const order = buildOrder({ customerId: await createCustomer() });
    const [first, second] = await Promise.all([cards.createPlanCheckout(order), cards.createPlanCheckout(order)]);
    expect(first).toMatchObject({ id: second!.id, reference: order.checkoutId, url: second!.url });
  });

  test('retried with other parameters under the same id is refused', async () => {
    const order = buildOrder({ customerId: await createCustomer() });
    await cards.createPlanCheckout(order);
    expect(await cards.createPlanCheckout({ ...order, amountCents: 100 })).toBeUndefined();
  });

  test.each([
    ['YEARLY', 2, 'year'],
    ['MONTHLY', 3, 'month'],
    ['WEEKLY', 1, 'week'],
  ] as const)('%s × %i is every so many %ss', async (type, count, interval) => {
    const { subscription } = await begin({ interval: { type, count } });
    const { items } = await shop.stripe.subscriptions.retrieve(subscription);
    expect(items.data[0]!.price.recurring).toMatchObject({ interval, interval_count: count });
  });

  test('with a trial ends it in as many days, and asks for the fee at once', async () => {
    const { checkout, subscription } = await begin({ trialDays: 14, setupFeeCents: 1_000 });
    expect(checkout).toMatchObject({ paymentStatus: 'paid', amountCents: 1_000 });
    const found = (await cards.findSubscription(subscription))!;
    expect(found).toMatchObject({ status: 'trialing', latestInvoice: { amountCents: 1_000 } });
    expect(found.trialEnd).toEqual(found.currentPeriodEnd);
    expect(found.trialEnd!.getTime() / 1_000 - Date.now() / 1_000).toBeCloseTo(14 * daySeconds, -2);
  });

  test('of a trial without a card ends the plan with the trial', async () => {
    const { checkout, subscription } = await begin({ trialDays: 14, trialNeedsCard: false });
    expect(checkout.paymentStatus).toBe('no_payment_required');
    await shop.press(subscription, 'renew');
    expect(await cards.findSubscription(subscription)).toMatchObject({ status: 'canceled' });
  });

  test('for a single payment has the payment on itself', async () => {
    const { checkout } = await begin({ mode: 'payment', interval: null, setupFeeCents: 100 });
    expect(checkout).toMatchObject({
      paymentStatus: 'paid',
      subscriptionId: null,
      payment: { state: 'succeeded', receivedCents: 3_000 },
    });
    const intent = await shop.stripe.paymentIntents.retrieve(checkout.payment!.id);
    expect(intent.metadata).toEqual({ price: 'prc_choir' });
    expect(await cards.findSubscriptionOfPayment(intent.id)).toBeUndefined();
  });

  test.each([
    ['an unknown customer', { customerId: 'cus_unknown' }],
    ['an unknown coupon', { couponId: 'nobody-made-this' }],
    ['too small an amount', { amountCents: 49 }],
    ['a subscription without an interval', { interval: null }],
  ])('with %s is refused', async (_what, changes) => {
    const order = buildOrder({ customerId: await createCustomer(), ...changes });
    expect(await cards.createPlanCheckout(order)).toBeUndefined();
  });
});

describe('a coupon', () => {
  const half = {
    id: 'app_1-half',
    name: 'Half price for everybody who joins before the year is over',
    percentOff: 50,
    amountOffCents: null,
    currency: null,
    duration: 'repeating',
    months: 3,
  } as const;

  test('is made once and can be used', async () => {
    const made = await Promise.all([cards.ensureCoupon(half), cards.ensureCoupon(half)]);
    expect(new Set(made).size).toBe(1);
    expect(await cards.ensureCoupon(half)).toBe(made[0]);
    const { checkout } = await begin({ couponId: made[0] });
    expect(checkout.amountCents).toBe(1_450);
  });

  test('of other terms is another one, so that a discount granted before stays', async () => {
    const id = await cards.ensureCoupon(half);
    expect(await cards.ensureCoupon({ ...half, percentOff: 60 })).not.toBe(id);
    expect(await shop.stripe.coupons.retrieve(id!)).toMatchObject({ percent_off: 50, duration_in_months: 3 });
  });

  test('may take off an amount', async () => {
    const couponId = await cards.ensureCoupon({
      ...half,
      id: 'app_1-ten',
      percentOff: null,
      amountOffCents: 1_000,
      currency: 'NZD',
      duration: 'once',
      months: null,
    });
    const { checkout } = await begin({ mode: 'payment', interval: null, couponId: couponId! });
    expect(checkout.amountCents).toBe(1_900);
  });
});

describe('a subscription', () => {
  test('with an unknown id is undefined', async () => {
    expect(await cards.findSubscription('sub_unknown')).toBeUndefined();
    expect(await cards.cancelSubscription('sub_unknown', { atPeriodEnd: false })).toBeUndefined();
    expect(await cards.listSubscriptions('cus_unknown')).toEqual([]);
  });

  test('can be ended with its period, then at once, then once more', async () => {
    const { subscription } = await begin();
    const ending = await cards.cancelSubscription(subscription, { atPeriodEnd: true });
    expect(ending).toMatchObject({ status: 'active', cancelAt: ending!.currentPeriodEnd });
    expect(ending!.canceledAt).toBeInstanceOf(Date);
    const ended = await cards.cancelSubscription(subscription, { atPeriodEnd: false });
    expect(ended).toMatchObject({ status: 'canceled' });
    expect(await cards.cancelSubscription(subscription, { atPeriodEnd: false })).toEqual(ended);
    expect(await cards.cancelSubscription(subscription, { atPeriodEnd: true })).toEqual(ended);
  });

  test('is listed with the others of its customer, ended ones too', async () => {
    const { customerId, subscription } = await begin();
    await cards.cancelSubscription(subscription, { atPeriodEnd: false });
    const second = await begin({ customerId });
    const listed = await cards.listSubscriptions(customerId);
    expect(listed.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: second.subscription, status: 'active' },
      { id: subscription, status: 'canceled' },
    ]);
  });

  test('whose renewal fails has an open invoice', async () => {
    const { subscription } = await begin();
    await shop.press(subscription, 'fail-next');
    await shop.press(subscription, 'renew');
    expect(await cards.findSubscription(subscription)).toMatchObject({
      status: 'past_due',
      latestInvoice: { status: 'open', paidAt: null, needsAction: false },
    });
  });

  test('whose renewal needs the cardholder says so', async () => {
    const renewed = await begin();
    await shop.press(renewed.subscription, 'confirm-next');
    await shop.press(renewed.subscription, 'renew');
    const [listed] = await cards.listSubscriptions(renewed.customerId);
    expect(listed).toMatchObject({ status: 'past_due', latestInvoice: { status: 'open', needsAction: true } });
  });
});

describe('a payment', () => {
  test('of an invoice leads to its subscription', async () => {
    const { subscription } = await begin();
    const { latestInvoice } = (await cards.findSubscription(subscription))!;
    expect(await cards.findSubscriptionOfPayment(latestInvoice!.paymentId!)).toBe(subscription);
    expect(await cards.findSubscriptionOfPayment('pi_unknown')).toBeUndefined();
  });

  test('refunded in part and disputed has both on record', async () => {
    const { subscription } = await begin();
    const paymentId = (await cards.findSubscription(subscription))!.latestInvoice!.paymentId!;
    expect(await cards.findPayment(paymentId)).toEqual({
      id: paymentId,
      amountCents: 2_900,
      refundedCents: 0,
      lostCents: 0,
    });
    await cards.refund({ paymentId, amountCents: 900, key: randomUUID(), reason: 'goodwill' });
    await shop.post('/dev/card/disputes', { payment_intent: paymentId, status: 'lost' });
    expect(await cards.findPayment(paymentId)).toMatchObject({ refundedCents: 900, lostCents: 2_000 });
  });

  test('that was never made has received nothing', async () => {
    const customerId = await createCustomer();
    const order = buildOrder({ customerId, mode: 'payment', interval: null });
    const { id } = (await cards.createPlanCheckout(order))!;
    await shop.pay(id, '4000000000000002');
    const { payment } = (await cards.findCheckout(id))!;
    expect(await cards.findPayment(payment!.id)).toMatchObject({ amountCents: 0, refundedCents: 0 });
    expect(await cards.findPayment('pi_unknown')).toBeUndefined();
  });
});

test('the billing portal is opened for a known customer', async () => {
  const customerId = await createCustomer();
  const returnUrl = 'http://shop.test/account';
  const address = await cards.createBillingPortal({ customerId, returnUrl });
  const page = await shop.app.inject({ url: new URL(address!).pathname });
  expect(page.body).toContain('href="http://shop.test/account"');
  expect(await cards.createBillingPortal({ customerId: 'cus_unknown', returnUrl })).toBeUndefined();
});

test('events name the subscription they are about', async () => {
  const { subscription } = await begin();
  await shop.press(subscription, 'renew');
  const named = () =>
    shop.inbox.received
      .map(({ body, signature }) => cards.readEvent(Buffer.from(body), signature))
      .filter(({ subscriptionId }) => subscriptionId === subscription)
      .map(({ type }) => type);
  for (const type of ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'])
    await expect.poll(named).toContain(type);
});

test('a provider that does not answer is refused as unavailable, whatever it is asked', async () => {
  await shop.setFaults({ api: { mode: '500' } });
  const asked = [
    cards.createCustomer({ memberId: 'mem_3', email: 'ana@example.org', metadata: {} }),
    cards.createPlanCheckout(buildOrder()),
    cards.findSubscription('sub_1'),
    cards.listSubscriptions('cus_1'),
    cards.cancelSubscription('sub_1', { atPeriodEnd: true }),
    cards.findPayment('pi_1'),
    cards.findSubscriptionOfPayment('pi_1'),
    cards.createBillingPortal({ customerId: 'cus_1', returnUrl: 'http://shop.test/' }),
  ];
  const codes = await Promise.all(asked.map(codeOf));
  expect(new Set(codes)).toEqual(new Set(['payment-provider-unavailable']));
});
