import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tables } from '../store/tables.ts';
import { startTestShop, webhookSecret, type TestShop } from '../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterEach(() => shop.setFaults({}));
afterAll(() => shop.stop());

/** Deliveries about one session, in the order they arrived. */
const arrived = (id: string) =>
  shop.inbox.received.filter(({ event }) => (event.data.object as { id: string }).id === id);
/** Deliveries that have not been accepted yet. */
const onTheWay = () =>
  tables(shop.db).selectFrom('card_sandbox_task').select('id').where('kind', '=', 'deliver').execute();

test('events are signed over exactly what is sent', async () => {
  const { id } = await shop.openSession();
  await shop.pay(id);
  await expect.poll(() => arrived(id)).toHaveLength(1);
  const [{ body, signature } = { body: '', signature: '' }] = arrived(id);
  const event = Stripe.webhooks.constructEvent(body, signature, webhookSecret);
  expect(event).toMatchObject({
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    api_version: Stripe.API_VERSION,
    data: { object: { id, payment_status: 'paid' } },
  });
  expect(event.id).toMatch(/^evt_/);
  expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow('No signatures found');
  expect(await shop.stripe.events.retrieve(event.id)).toMatchObject({ type: event.type });
});

test('an event waits for its webhook until that has accepted it, and is listed by one of several types', async () => {
  await shop.setFaults({ events: { drop: true } });
  const { id } = await shop.openSession();
  await shop.pay(id);
  const find = async () => {
    const { data } = await shop.stripe.events.list({ types: ['checkout.session.completed', 'charge.refunded'] });
    return data.find(({ data: { object } }) => (object as { id: string }).id === id);
  };
  expect(await find()).toMatchObject({ type: 'checkout.session.completed', pending_webhooks: 1 });
  await shop.setFaults({});
  const accepted = await shop.openSession();
  await shop.pay(accepted.id);
  await expect
    .poll(async () => (await shop.stripe.events.list({ types: ['checkout.session.completed'] })).data[0])
    .toMatchObject({ data: { object: { id: accepted.id } }, pending_webhooks: 0 });
  const { data } = await shop.stripe.events.list({ types: ['charge.refunded'] });
  expect(data).toEqual([]);
});

test('an event caused by a request names it', async () => {
  const { id } = await shop.openSession();
  await shop.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' });
  const { data } = await shop.stripe.events.list({ type: 'checkout.session.expired', limit: 1 });
  expect(data[0]?.request).toEqual({ id: expect.stringMatching(/^req_/) as string, idempotency_key: 'expire-1' });
});

test('a delivery that is not accepted is tried again', async () => {
  const { id } = await shop.openSession();
  // A delivery of a test before would use up a refusal.
  await expect.poll(onTheWay).toEqual([]);
  shop.inbox.refuseNext(500, 302, 400);
  await shop.pay(id);
  await expect.poll(() => arrived(id)).toHaveLength(2);
  const [first, second] = arrived(id);
  expect(second?.event.id).toBe(first?.event.id);
});

test('two processes deliver each event once', async () => {
  const other = await shop.startSandbox();
  const sessions = await Promise.all(Array.from({ length: 8 }, () => shop.openSession()));
  await Promise.all(sessions.map(({ id }) => shop.pay(id)));
  await expect.poll(() => sessions.every(({ id }) => arrived(id).length > 0)).toBe(true);
  await other.close();
  expect(sessions.map(({ id }) => arrived(id).length)).toEqual(sessions.map(() => 1));
});

test('a stopped process leaves its events to the next one', async () => {
  await shop.setFaults({ events: { delayMs: 500 } });
  const { id } = await shop.openSession();
  await shop.pay(id);
  await shop.sandbox.close();
  const next = await shop.startSandbox();
  await expect.poll(() => arrived(id)).toHaveLength(1);
  await next.close();
});
