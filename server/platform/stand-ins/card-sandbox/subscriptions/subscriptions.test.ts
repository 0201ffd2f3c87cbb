import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settlesByHand } from '../../../../testing/settling.ts';
import { startTestShop, usualPlan, type TestShop } from '../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterEach(() => shop.setFaults({}));
afterAll(() => shop.stop());

const daySeconds = 86_400;
const nowSeconds = () => Date.now() / 1_000;
const plan = usualPlan.line_items![0]!;
const setupFee = {
  quantity: 1,
  price_data: { currency: 'nzd', unit_amount: 1_000, product_data: { name: 'Set-up fee' } },
};
const invoiceOf = async (subscription: Stripe.Subscription) =>
  shop.stripe.invoices.retrieve(subscription.latest_invoice as string, { expand: ['payments'] });
const intentOf = async (invoice: Stripe.Invoice) =>
  shop.stripe.paymentIntents.retrieve(invoice.payments?.data[0]?.payment.payment_intent as string);
/** What was sent about a subscription, its invoices and its checkout, in the order it was made. */
const storyOf = async (subscription: string) => {
  const { data } = await shop.stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => JSON.stringify(object).includes(subscription))
    .map(({ type }) => type)
    .toReversed();
};

describe('a plan that is paid at once', () => {
  test('is active for a month, with a paid invoice', async () => {
    const subscription = await shop.subscribe({ subscription_data: { metadata: { member: 'mem_1' } } });
    expect(subscription).toMatchObject({
      object: 'subscription',
      status: 'active',
      metadata: { member: 'mem_1' },
      cancel_at_period_end: false,
      trial_end: null,
      items: { data: [{ price: { unit_amount: 2_900, recurring: { interval: 'month', interval_count: 1 } } }] },
    });
    const [item] = subscription.items.data;
    expect(item!.current_period_end - item!.current_period_start).toBeGreaterThanOrEqual(28 * daySeconds);
    const invoice = await invoiceOf(subscription);
    expect(invoice).toMatchObject({
      status: 'paid',
      total: 2_900,
      amount_remaining: 0,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id, metadata: { member: 'mem_1' } } },
      lines: { data: [{ description: '1 × Choir (at NZ$29.00 / month)', amount: 2_900 }] },
    });
    expect(await intentOf(invoice)).toMatchObject({ status: 'succeeded', amount_received: 2_900 });
  });

  test('sends its events in order', async () => {
    const { id } = await shop.subscribe({ metadata: { plan: 'choir' } });
    expect(await storyOf(id)).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    await expect.poll(shop.inbox.types).toContain('payment_intent.succeeded');
  });

  test('finishes its checkout with the subscription, its invoice and its customer', async () => {
    const customer = await shop.stripe.customers.create({ email: 'bea@example.org' });
    const { id } = await shop.openPlan({ customer: customer.id, customer_email: undefined });
    await shop.pay(id);
    expect(await shop.stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] })).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: null,
      customer: customer.id,
      subscription: expect.stringMatching(/^sub_1/) as string,
      invoice: { status: 'paid', customer_email: 'bea@example.org' },
    });
  });

  test('is begun once however often the button is pressed', async () => {
    const customer = await shop.stripe.customers.create({ email: 'cleo@example.org' });
    const { id } = await shop.openPlan({ customer: customer.id, customer_email: undefined });
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.pay(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await shop.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
    expect((await shop.stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('has its set-up fee on the first invoice', async () => {
    const invoice = await invoiceOf(await shop.subscribe({ line_items: [plan, setupFee] }));
    expect(invoice).toMatchObject({ total: 3_900, lines: { data: [{ amount: 2_900 }, { amount: 1_000 }] } });
  });
});

describe('a declined card', () => {
  test('leaves an open checkout and nothing else', async () => {
    const customer = await shop.stripe.customers.create({ email: 'dan@example.org' });
    const { id } = await shop.openPlan({ customer: customer.id, customer_email: undefined });
    expect(await shop.pay(id, '4000000000000002')).toMatchObject({ status: 402 });
    const session = await shop.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({ status: 'open', subscription: null });
    expect((await shop.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect((await shop.pay(id)).status).toBe(200);
  });
});

describe('a trial', () => {
  const trial = { subscription_data: { trial_period_days: 14 } };

  test('begins without money, with a card that is kept', async () => {
    const subscription = await shop.subscribe(trial);
    expect(subscription).toMatchObject({
      status: 'trialing',
      default_payment_method: expect.stringMatching(/^pm_1/) as string,
    });
    expect(subscription.trial_end! - nowSeconds()).toBeCloseTo(14 * daySeconds, -2);
    const invoice = await invoiceOf(subscription);
    expect(invoice).toMatchObject({ status: 'paid', total: 0, payments: { data: [] } });
  });

  test('says at its checkout that nothing was required', async () => {
    const { id, amount_total } = await shop.openPlan(trial);
    expect(amount_total).toBe(0);
    await shop.pay(id);
    const session = await shop.stripe.checkout.sessions.retrieve(id);
    expect(session.payment_status).toBe('no_payment_required');
  });

  test('is warned of at once when it ends within three days', async () => {
    const { id } = await shop.subscribe({ subscription_data: { trial_period_days: 2 } });
    await expect.poll(() => storyOf(id)).toContain('customer.subscription.trial_will_end');
  });

  test('may begin without a card', async () => {
    const { id } = await shop.openPlan({ ...trial, payment_method_collection: 'if_required' });
    const form = { method: 'POST', url: `/dev/card/pay/${id}` } as const;
    expect((await shop.app.inject(form)).statusCode).toBe(303);
    const { subscription } = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
    expect(subscription).toMatchObject({ status: 'trialing', default_payment_method: null });
  });

  test('may have a set-up fee that is due at once', async () => {
    const subscription = await shop.subscribe({ ...trial, line_items: [plan, setupFee] });
    expect(subscription.status).toBe('trialing');
    expect((await invoiceOf(subscription)).total).toBe(1_000);
  });

  test('takes a card that will be declined later', async () => {
    expect((await shop.subscribe(trial, '4000000000000341')).status).toBe('trialing');
    const { id } = await shop.openPlan();
    expect((await shop.pay(id, '4000000000000341')).status).toBe(402);
  });
});

describe('a card whose bank asks', () => {
  const answer = (id: string, yes: boolean) =>
    shop.app.inject({
      method: 'POST',
      url: `/dev/card/confirm/${id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `answer=${yes ? 'yes' : 'no'}`,
    });

  test('begins the plan when its holder confirms', async () => {
    const { id } = await shop.openPlan();
    expect((await shop.pay(id, '4000002500003155')).body).toEqual({ redirect: `/dev/card/confirm/${id}` });
    expect(await shop.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', subscription: null });
    expect((await shop.app.inject({ url: `/dev/card/confirm/${id}` })).body).toContain('NZ$29.00 NZD');
    expect((await answer(id, true)).headers.location).toBe(`http://shop.test/thanks?session_id=${id}`);
    expect((await shop.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
    expect((await answer(id, true)).statusCode).toBe(404);
  });

  test('leaves the checkout open when they refuse', async () => {
    const { id } = await shop.openPlan();
    await shop.pay(id, '4000002500003155');
    const { location } = (await answer(id, false)).headers;
    expect((await shop.app.inject({ url: location! })).body).toContain('Your bank could not confirm that it is you.');
    expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    expect((await shop.pay(id)).status).toBe(200);
  });

  test('may decline all the same', async () => {
    const { id } = await shop.openPlan();
    await shop.pay(id, '4000008400001629');
    expect((await answer(id, true)).headers.location).toContain(`/dev/card/pay/${id}`);
    expect((await shop.stripe.checkout.sessions.retrieve(id)).subscription).toBeNull();
  });

  test('makes a single payment wait', async () => {
    const { id } = await shop.openSession();
    await shop.pay(id, '4000002760003184');
    const session = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session.payment_intent).toMatchObject({
      status: 'requires_action',
      next_action: { redirect_to_url: { url: `http://pages.test/dev/card/confirm/${id}` } },
    });
    await answer(id, true);
    expect((await shop.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  });

  test('leaves a refused single payment to be made otherwise', async () => {
    const { id } = await shop.openSession();
    await shop.pay(id, '4000002760003184');
    await answer(id, false);
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await shop.pay(id)).status).toBe(200);
  });
});

describe('a bank payment', () => {
  test.each([
    ['settles', '4000002500001001', 'paid', 'active', 'checkout.session.async_payment_succeeded'],
    ['fails', '4000002500001002', 'open', 'past_due', 'checkout.session.async_payment_failed'],
  ])('that %s later is told when it has', async (_what, number, invoiceStatus, status, event) => {
    await shop.setFaults(settlesByHand);
    const subscription = await shop.subscribe({}, number);
    expect(subscription.status).toBe('active');
    expect(await invoiceOf(subscription)).toMatchObject({ status: 'open' });
    await shop.settleNow();
    await expect.poll(() => storyOf(subscription.id)).toContain(event);
    expect((await invoiceOf(subscription)).status).toBe(invoiceStatus);
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe(status);
  });
});

describe('the API', () => {
  test('ends a subscription with its period, and takes that back', async () => {
    const { id, items } = await shop.subscribe();
    const ending = await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: items.data[0]!.current_period_end,
    });
    const going = await shop.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(going).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    expect((await storyOf(id)).filter((type) => type === 'customer.subscription.updated')).toHaveLength(2);
  });

  test('ends a subscription at once, and then knows it no more as one to be ended', async () => {
    const { id } = await shop.subscribe();
    expect(await shop.stripe.subscriptions.cancel(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await storyOf(id)).at(-1)).toBe('customer.subscription.deleted');
    await expect(shop.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(shop.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    });
    expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  });

  test('lists what runs, and what has ended only when asked', async () => {
    const first = await shop.subscribe();
    const customer = first.customer as string;
    const second = await shop.subscribe({ customer, customer_email: undefined });
    await shop.stripe.subscriptions.cancel(first.id);
    const ids = async (status?: 'all' | 'canceled') =>
      (await shop.stripe.subscriptions.list({ customer, ...(status && { status }) })).data.map(({ id }) => id);
    expect(await ids()).toEqual([second.id]);
    expect(await ids('all')).toEqual([second.id, first.id]);
    expect(await ids('canceled')).toEqual([first.id]);
    await expect(shop.stripe.subscriptions.list({ customer: 'cus_unknown' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    });
  });

  test('finds the invoice and the subscription of a payment', async () => {
    const subscription = await shop.subscribe();
    const invoice = await invoiceOf(subscription);
    const payment_intent = invoice.payments?.data[0]?.payment.payment_intent as string;
    const found = await shop.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent },
      expand: ['data.invoice'],
    });
    expect(found.data).toMatchObject([{ status: 'paid', amount_paid: 2_900, invoice: { id: invoice.id } }]);
    const listed = await shop.stripe.invoices.list({ subscription: subscription.id });
    expect(listed.data.map(({ id }) => id)).toEqual([invoice.id]);
  });

  test('changes what is known of a customer', async () => {
    const { id } = await shop.stripe.customers.create({ email: 'eve@example.org', metadata: { a: '1' } });
    const changed = await shop.stripe.customers.update(id, { name: 'Eve Ro', metadata: { b: '2' } });
    expect(changed).toMatchObject({ email: 'eve@example.org', name: 'Eve Ro', metadata: { a: '1', b: '2' } });
  });

  test.each([
    ['a recurring price in mode payment', { mode: 'payment' }, 'mode', 'passed a recurring price'],
    ['nothing recurring', { line_items: [setupFee] }, 'line_items', 'at least one recurring price'],
    [
      'data of the other mode',
      { payment_intent_data: { description: 'x' } },
      'payment_intent_data',
      'You can not pass `payment_intent_data` in `subscription` mode.',
    ],
    [
      'a trial that lasts too long',
      { subscription_data: { trial_period_days: 731 } },
      'subscription_data[trial_period_days]',
      'Invalid',
    ],
    [
      'an amount no card can be charged with',
      { line_items: [{ ...plan, price_data: { ...plan.price_data!, unit_amount: 49 } }] },
      'line_items',
      'below the smallest possible charge',
    ],
  ] as [string, Partial<Stripe.Checkout.SessionCreateParams>, string, string][])(
    'refuses %s',
    async (_what, changes, param, message) => {
      const error: unknown = await shop.openPlan(changes).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      expect(error).toMatchObject({ param, message: expect.stringContaining(message) as string });
    },
  );
});
