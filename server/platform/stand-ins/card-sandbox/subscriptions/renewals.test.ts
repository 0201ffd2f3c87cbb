import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../store/tables.ts';
import { startTestShop, usualCard, type TestShop } from '../test-shop.ts';
import { addMonths, periodEnd } from '../wire/periods.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterEach(() => shop.setFaults({}));
afterAll(() => shop.stop());

const read = (id: string) =>
  shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }) as Promise<
    Stripe.Subscription & { latest_invoice: Stripe.Invoice }
  >;
const statusOf = async (id: string) => (await read(id)).status;
const intentOf = async (id: string) => {
  const { latest_invoice } = await read(id);
  return shop.stripe.paymentIntents.retrieve(latest_invoice.payments?.data[0]?.payment.payment_intent as string);
};
const eventsSince = async (since: number, subscription: string) => {
  const { data } = await shop.stripe.events.list({ limit: 100 });
  const all = data.toReversed().filter(({ data: { object } }) => JSON.stringify(object).includes(subscription));
  return all.slice(since).map(({ type }) => type);
};
const countEvents = async (subscription: string) => (await eventsSince(0, subscription)).length;
/** Moves the period's end into the past, so that its alarm is due. */
async function letPeriodEnd(id: string) {
  const past = Math.floor(Date.now() / 1_000) - 60;
  await tables(shop.db)
    .updateTable('card_sandbox_object')
    .set({ data: sql`jsonb_set(data, '{items,data,0,current_period_end}', to_jsonb(${past}::bigint))` })
    .where('id', '=', id)
    .execute();
  await tables(shop.db)
    .updateTable('card_sandbox_task')
    .set({ due_at: sql<Date>`now()` })
    .where('object_id', '=', id)
    .where('kind', '=', 'renew')
    .execute();
}

describe('a renewal', () => {
  test('begins the next month with a paid invoice', async () => {
    const { id, latest_invoice: first } = await shop.subscribe();
    const before = await countEvents(id);
    expect((await shop.press(id, 'renew')).body).toMatchObject({ status: 'active' });
    const renewed = await read(id);
    expect(renewed.latest_invoice).toMatchObject({
      status: 'paid',
      total: 2_900,
      billing_reason: 'subscription_cycle',
    });
    expect(renewed.latest_invoice.id).not.toBe(first);
    expect(await eventsSince(before, id)).toEqual([
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
  });

  test('comes by itself when the month is over, once for two processes', async () => {
    const other = await shop.startSandbox();
    const { id } = await shop.subscribe();
    await letPeriodEnd(id);
    await expect.poll(async () => (await shop.stripe.invoices.list({ subscription: id })).data.length).toBe(2);
    await other.close();
    expect((await read(id)).items.data[0]!.current_period_end).toBeGreaterThan(Date.now() / 1_000);
    const alarms = tables(shop.db)
      .selectFrom('card_sandbox_task')
      .where('object_id', '=', id)
      .where('kind', '=', 'renew');
    expect(await alarms.select('due_at').execute()).toHaveLength(1);
    expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
  });

  test('does not come for a plan that ends with its period', async () => {
    const { id } = await shop.subscribe();
    await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await letPeriodEnd(id);
    await expect.poll(() => statusOf(id)).toBe('canceled');
    expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
    await expect.poll(shop.inbox.types).toContain('customer.subscription.deleted');
  });

  test('requested twice concurrently happens twice, each atomically', async () => {
    const { id } = await shop.subscribe();
    await Promise.all([shop.press(id, 'renew'), shop.press(id, 'renew')]);
    const { data } = await shop.stripe.invoices.list({ subscription: id });
    expect(data.map(({ status, number }) => ({ status, sequence: number?.slice(-4) }))).toEqual([
      { status: 'paid', sequence: '0003' },
      { status: 'paid', sequence: '0002' },
      { status: 'paid', sequence: '0001' },
    ]);
  });
});

describe('a renewal that cannot be paid', () => {
  test('leaves the plan past due until its invoice is paid', async () => {
    const { id } = await shop.subscribe();
    await shop.press(id, 'fail-next');
    const before = await countEvents(id);
    expect((await shop.press(id, 'renew')).body.status).toBe('past_due');
    expect(await eventsSince(before, id)).toEqual([
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    const { latest_invoice } = await read(id);
    expect(latest_invoice).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 2_900 });
    expect(latest_invoice.next_payment_attempt).toBeGreaterThan(Date.now() / 1_000);
    expect(await intentOf(id)).toMatchObject({ status: 'requires_payment_method' });
    await shop.press(id, 'collect');
    expect(await read(id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', attempt_count: 2 } });
  });

  test('ends the plan after its last try', async () => {
    const { id } = await shop.subscribe({ subscription_data: { trial_period_days: 7 } }, '4000000000000341');
    await shop.press(id, 'end-trial');
    for (const status of ['past_due', 'past_due', 'past_due']) {
      expect(await statusOf(id)).toBe(status);
      await shop.press(id, 'collect');
    }
    expect(await read(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
    expect((await eventsSince(0, id)).at(-1)).toBe('customer.subscription.deleted');
  });

  test('because its bank asks waits for the cardholder at the invoice', async () => {
    const { id } = await shop.subscribe();
    await shop.press(id, 'confirm-next');
    await shop.press(id, 'renew');
    expect(await statusOf(id)).toBe('past_due');
    const { latest_invoice } = await read(id);
    expect(await intentOf(id)).toMatchObject({ status: 'requires_action' });
    expect(await eventsSince(0, id)).toContain('invoice.payment_action_required');
    const page = new URL(latest_invoice.hosted_invoice_url!).pathname;
    expect((await shop.app.inject({ url: page })).body).toContain('Pay with Visa ending in 4242');
    const paid = await shop.app.inject({ method: 'POST', url: `${page}/pay-with-kept-card` });
    expect(paid.headers.location).toBe(page);
    expect(await read(id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    expect((await shop.app.inject({ url: page })).body).toContain('Paid');
  });

  test('is paid by another card at the invoice, which is kept', async () => {
    const { id, default_payment_method: old } = await shop.subscribe();
    await shop.press(id, 'fail-next');
    await shop.press(id, 'renew');
    const { latest_invoice } = await read(id);
    const page = `/dev/card/invoices/${latest_invoice.id}`;
    const pay = (number: string) => shop.post(page, { ...usualCard, number });
    expect(await pay('4000000000000002')).toEqual({ status: 402, body: { declined: 'Your card was declined.' } });
    expect((await pay('4000002500003155')).body).toEqual({ redirect: `/dev/card/confirm/${latest_invoice.id}` });
    const answer = (text: string) =>
      shop.app.inject({
        method: 'POST',
        url: `/dev/card/confirm/${latest_invoice.id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `answer=${text}`,
      });
    expect((await answer('no')).headers.location).toBe(`${page}?refused=1`);
    expect(await statusOf(id)).toBe('past_due');
    await pay('4000002500003155');
    expect((await answer('yes')).headers.location).toBe(page);
    const renewed = await read(id);
    expect(renewed.status).toBe('active');
    expect(renewed.default_payment_method).not.toBe(old);
    expect((await pay('4242424242424242')).body).toEqual({ redirect: page });
    expect((await shop.stripe.invoicePayments.list({ invoice: latest_invoice.id })).data).toHaveLength(1);
  });
});

describe('the end of a trial', () => {
  test('brings the first payment', async () => {
    const { id } = await shop.subscribe({ subscription_data: { trial_period_days: 14 } });
    const before = await countEvents(id);
    await shop.stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(await read(id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', total: 2_900 } });
    expect(await eventsSince(before, id)).toEqual([
      'customer.subscription.trial_will_end',
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect((await shop.press(id, 'end-trial')).status).toBe(400);
  });

  test.each([
    ['ends a plan that was to end without a card', 'cancel', 'canceled'],
    ['leaves a plan without a card past due', 'create_invoice', 'past_due'],
  ] as const)('%s', async (_what, missing_payment_method, status) => {
    const { id } = await shop.openPlan({
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method } } },
    });
    await shop.app.inject({ method: 'POST', url: `/dev/card/pay/${id}` });
    const { subscription } = await shop.stripe.checkout.sessions.retrieve(id);
    await shop.press(subscription as string, 'renew');
    expect(await statusOf(subscription as string)).toBe(status);
  });
});

test('a subscription that has ended does nothing any more', async () => {
  const { id } = await shop.subscribe();
  expect((await shop.press(id, 'cancel')).body.status).toBe('canceled');
  expect((await shop.press(id, 'renew')).status).toBe(400);
  expect((await shop.press(id, 'collect')).body.status).toBe('canceled');
  expect((await shop.press('sub_unknown', 'renew')).status).toBe(404);
});

test('a payment of an invoice can be given back and disputed', async () => {
  const { id } = await shop.subscribe();
  const payment_intent = (await intentOf(id)).id;
  await shop.stripe.refunds.create({ payment_intent });
  expect((await read(id)).latest_invoice.status).toBe('paid');
  await shop.post('/dev/card/disputes', { payment_intent, status: 'lost' });
  expect((await shop.stripe.disputes.list({ payment_intent })).data).toMatchObject([{ status: 'lost' }]);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(Date.parse(from) / 1_000, months)).toBe(Date.parse(to) / 1_000);
});

test.each([
  ['month', 1, '2026-01-31', '2026-02-28', '2026-03-31'],
  ['week', 2, '2026-01-31', '2026-01-31', '2026-02-14'],
  ['year', 1, '2024-02-29', '2027-02-28', '2028-02-29'],
  ['day', 10, '2026-01-31', '2026-02-10', '2026-02-20'],
] as const)(
  'every %s × %i from %s, the period that begins on %s ends on %s',
  (interval, interval_count, anchor, start, end) => {
    const seconds = (day: string) => Date.parse(day) / 1_000;
    expect(periodEnd(seconds(anchor), seconds(start), { interval, interval_count })).toBe(seconds(end));
  },
);
