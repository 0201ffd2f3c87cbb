import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settlesByHand } from '../../../../testing/settling.ts';
import { startTestShop, type TestShop } from '../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
  await shop.setFaults(settlesByHand);
});
afterAll(() => shop.stop());

const deep = { expand: ['payment_intent.latest_charge'] };
const stateOf = async (id: string) => {
  const session = await shop.stripe.checkout.sessions.retrieve(id, deep);
  const intent = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = intent?.latest_charge as Stripe.Charge | undefined;
  return { session, intent, charge };
};
/** A paid session's payment. */
const payFor = async (number?: string): Promise<string> => {
  const { id } = await shop.openSession();
  await shop.pay(id, number);
  return (await stateOf(id)).intent?.id ?? '';
};
const eventsOf = async (objectId: string) => {
  const events = await shop.stripe.events.list({ limit: 100 });
  return events.data.filter(({ data }) => (data.object as { id: string }).id === objectId).map(({ type }) => type);
};

test.each(['4242424242424242', '4000056655665556', '5555555555554444', '378282246310005'])(
  'the card %s pays at once',
  async (number) => {
    const { id } = await shop.openSession({
      metadata: { order: '1' },
      payment_intent_data: { metadata: { order: '1' } },
    });
    const cvc = number.startsWith('37') ? '1234' : '123';
    const answer = await shop.post(`/dev/card/pay/${id}`, { number, expiry: '1240', cvc, name: 'Ana Silva' });
    expect(answer).toEqual({ status: 200, body: { redirect: `http://shop.test/thanks?session_id=${id}` } });
    const { session, intent, charge } = await stateOf(id);
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1_237_500, metadata: { order: '1' } });
    expect(charge).toMatchObject({ paid: true, captured: true, status: 'succeeded' });
    expect(charge?.payment_method_details?.card?.last4).toBe(number.slice(-4));
  },
);

test.each([
  ['4000000000000002', 'Your card was declined.', 'generic_decline'],
  ['4000000000009995', 'Your card has insufficient funds.', 'insufficient_funds'],
])('the card %s is declined, and another one may be tried', async (number, message, declineCode) => {
  const { id } = await shop.openSession();
  expect(await shop.pay(id, number)).toEqual({ status: 402, body: { declined: message } });
  const declined = await stateOf(id);
  expect(declined.session).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  expect(declined.intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: declineCode },
  });
  expect((await shop.pay(id)).status).toBe(200);
  const paid = await stateOf(id);
  expect(paid.intent?.id).toBe(declined.intent?.id);
  expect(paid.session.payment_status).toBe('paid');
});

test('a number that is no test card is declined', async () => {
  const { id } = await shop.openSession();
  expect((await shop.pay(id, '4111111111111111')).body.declined).toContain('never a real one');
});

test('a bank payment settles later', async () => {
  const { id } = await shop.openSession();
  expect((await shop.pay(id, '4000002500001001')).body.redirect).toContain(id);
  const begun = await stateOf(id);
  expect(begun.session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  expect(begun.intent).toMatchObject({ status: 'processing', amount_received: 0 });
  await shop.settleNow();
  await expect.poll(async () => (await stateOf(id)).session.payment_status).toBe('paid');
  expect((await stateOf(id)).charge).toMatchObject({ paid: true });
  expect(await eventsOf(id)).toEqual(['checkout.session.async_payment_succeeded', 'checkout.session.completed']);
});

test('a bank payment may fail later', async () => {
  const { id } = await shop.openSession();
  await shop.pay(id, '4000002500001002');
  await shop.settleNow();
  await expect
    .poll(() => eventsOf(id))
    .toEqual(['checkout.session.async_payment_failed', 'checkout.session.completed']);
  const { session, intent, charge } = await stateOf(id);
  expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
  expect(charge).toMatchObject({ paid: false, status: 'failed' });
});

test('concurrent presses pay once', async () => {
  const { id } = await shop.openSession();
  const answers = await Promise.all([1, 2, 3, 4].map(() => shop.pay(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { intent } = await stateOf(id);
  const charges = await shop.stripe.charges.list({ payment_intent: intent?.id });
  expect(charges.data).toHaveLength(1);
});

test('a session can be found by its payment', async () => {
  const { id } = await shop.openSession();
  await shop.pay(id);
  const payment_intent = (await stateOf(id)).intent?.id;
  const found = await shop.stripe.checkout.sessions.list({ payment_intent, expand: ['data.payment_intent'] });
  expect(found.data).toMatchObject([{ id, payment_intent: { id: payment_intent } }]);
});

test('a customer is made when asked for, and opens the billing portal', async () => {
  const { id } = await shop.openSession({ customer_creation: 'always', customer_email: 'ana@example.org' });
  await shop.pay(id);
  const session = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['customer'] });
  const customer = session.customer as Stripe.Customer;
  expect(customer).toMatchObject({ email: 'ana@example.org', name: 'Ana Silva' });
  const portal = await shop.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://shop.test/account',
  });
  expect(portal).toMatchObject({ object: 'billing_portal.session', customer: customer.id });
  const page = await shop.app.inject({ url: new URL(portal.url).pathname });
  expect(page.body).toContain('NZ$12,375.00 NZD');
  expect(page.body).toContain('href="http://shop.test/account"');
});

test('a known customer brings the address along', async () => {
  const customer = await shop.stripe.customers.create({ email: 'ana@example.org', name: 'Ana Silva' });
  expect(await shop.stripe.customers.retrieve(customer.id)).toEqual(customer);
  const session = await shop.openSession({ customer: customer.id });
  expect(session.customer_details?.email).toBe('ana@example.org');
});

test('refunds add up to the charge and never to more', async () => {
  const payment_intent = await payFor();
  const part = await shop.stripe.refunds.create({ payment_intent, amount: 500_000, reason: 'requested_by_customer' });
  expect(part).toMatchObject({ object: 'refund', amount: 500_000, status: 'succeeded', payment_intent });
  await expect(shop.stripe.refunds.create({ payment_intent, amount: 737_501 })).rejects.toMatchObject({
    message: 'Refund amount (NZ$7,375.01) is greater than unrefunded amount on charge (NZ$7,375.00)',
  });
  const rest = await shop.stripe.refunds.create({ payment_intent });
  expect(rest.amount).toBe(737_500);
  await expect(shop.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const listed = await shop.stripe.refunds.list({ payment_intent });
  expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
  expect(await shop.stripe.refunds.retrieve(rest.id)).toEqual(rest);
  const charge = await shop.stripe.charges.retrieve(rest.charge as string, { expand: ['refunds'] });
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 1_237_500 });
  expect(charge.refunds?.data).toHaveLength(2);
});

test('refunds at the same moment never add up to more than the charge', async () => {
  const payment_intent = await payFor();
  const tries = [1, 2, 3].map(() => shop.stripe.refunds.create({ payment_intent, amount: 1_000_000 }));
  const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
});

test('a refund with the same key happens once', async () => {
  const payment_intent = await payFor();
  const refund = () =>
    shop.stripe.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey: `refund-${payment_intent}` });
  expect((await refund()).id).toBe((await refund()).id);
  expect((await shop.stripe.refunds.list({ payment_intent })).data).toHaveLength(1);
});

test('a payment that was not made cannot be refunded', async () => {
  const { id } = await shop.openSession();
  await shop.pay(id, '4000000000000002');
  const payment_intent = (await stateOf(id)).intent?.id;
  await expect(shop.stripe.refunds.create({ payment_intent })).rejects.toThrow('does not have a successful charge');
});

test('a refund begun at the provider sends all its events', async () => {
  const payment_intent = await payFor();
  const { body } = await shop.post('/dev/card/refunds', { payment_intent, amount: 100 });
  expect(body).toMatchObject({ object: 'refund', amount: 100, status: 'succeeded' });
  expect(await eventsOf(String(body.id))).toEqual(['refund.updated', 'refund.created']);
  expect(await eventsOf(String(body.charge))).toEqual(['charge.refunded', 'charge.succeeded']);
});

test('a refund may be pending first', async () => {
  const payment_intent = await payFor('4000000000007726');
  const refund = await shop.stripe.refunds.create({ payment_intent });
  expect(refund.status).toBe('pending');
  await shop.settleNow();
  await expect.poll(() => eventsOf(refund.id)).toEqual(['refund.updated', 'refund.created']);
  expect((await shop.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
});

test('a refund may fail later and then counts no more', async () => {
  const payment_intent = await payFor('4000000000005126');
  const refund = await shop.stripe.refunds.create({ payment_intent });
  expect(refund.status).toBe('succeeded');
  await shop.settleNow();
  await expect.poll(() => eventsOf(refund.id)).toEqual(['refund.failed', 'refund.created']);
  const charge = await shop.stripe.charges.retrieve(refund.charge as string);
  expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 });
});

test('a dispute can be opened and lost', async () => {
  const payment_intent = await payFor();
  expect((await shop.stripe.disputes.list({ payment_intent })).data).toEqual([]);
  const opened = await shop.post('/dev/card/disputes', { payment_intent });
  expect(opened.body).toMatchObject({ status: 'needs_response', amount: 1_237_500 });
  await shop.post('/dev/card/disputes', { payment_intent, status: 'lost' });
  expect((await shop.stripe.disputes.list({ payment_intent })).data).toMatchObject([{ status: 'lost' }]);
  expect((await shop.post('/dev/card/disputes', { payment_intent, status: 'won' })).status).toBe(400);
});

test('a disputed charge is not refunded, unless the dispute was won', async () => {
  const payment_intent = await payFor();
  await shop.post('/dev/card/disputes', { payment_intent });
  await expect(shop.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_disputed' });
  await shop.post('/dev/card/disputes', { payment_intent, status: 'won' });
  expect(await shop.stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 1_237_500 });
});
