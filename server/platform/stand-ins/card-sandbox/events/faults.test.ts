import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deliveryDelays } from './faults.ts';
import { connect, startTestShop, type TestShop } from '../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterEach(() => shop.app.inject({ method: 'DELETE', url: '/dev/card/faults' }));
afterAll(() => shop.stop());

const arrived = (id: string) =>
  shop.inbox.received.filter(({ event }) => (event.data.object as { id: string }).id === id);

test('faults can be shown and switched off', async () => {
  const faults = { api: { mode: '500', times: 2 }, events: { drop: true }, settleSeconds: 1 };
  expect(await shop.setFaults(faults)).toEqual({ status: 200, body: faults });
  await expect(shop.stripe.events.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  const shown = await shop.app.inject({ url: '/dev/card/faults' });
  expect(shown.json()).toMatchObject({ api: { times: 1 } });
  expect(await shop.setFaults({})).toEqual({ status: 200, body: {} });
});

test.each([
  [{ apis: {} }, 'There is no fault called apis. Known: api, events, settleSeconds.'],
  [
    { api: { mode: 'slow', seconds: 1 } },
    'There is no fault called api.seconds. Known: mode, path, method, times, ms.',
  ],
  [{ events: { drop: 2 } }, 'events.drop is not usable'],
  [{ api: { mode: 'strange' } }, 'api.mode is not usable'],
])('%j is refused with a sentence', async (faults, sentence) => {
  const { status, body } = await shop.setFaults(faults);
  expect(status).toBe(400);
  expect((body.error as { message: string }).message).toContain(sentence);
});

test('a lost answer can be asked for again', async () => {
  await shop.setFaults({ api: { mode: 'answer-lost', method: 'POST', path: '/v1/checkout/sessions', times: 2 } });
  const options = { idempotencyKey: 'lost-1' };
  await expect(shop.openSession({}, options)).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  const session = await shop.openSession({}, options);
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  const { data } = await shop.stripe.checkout.sessions.list({ limit: 100 });
  expect(data.map(({ id }) => id)).toEqual([session.id]);
});

test('a reset connection did no work', async () => {
  const { data: before } = await shop.stripe.checkout.sessions.list({ limit: 100 });
  await shop.setFaults({ api: { mode: 'reset', method: 'POST' } });
  await expect(shop.openSession()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect((await shop.stripe.checkout.sessions.list({ limit: 100 })).data).toEqual(before);
});

test('the limit of requests comes in its own words', async () => {
  await shop.setFaults({ api: { mode: '429' } });
  await expect(shop.openSession()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
});

test('a slow answer comes in the end', async () => {
  await shop.setFaults({ api: { mode: 'slow', ms: 300 } });
  const started = performance.now();
  await shop.openSession();
  expect(performance.now() - started).toBeGreaterThanOrEqual(290);
});

test('a request left hanging runs into the asker’s limit', async () => {
  await shop.setFaults({ api: { mode: 'hang', times: 1 } });
  const impatient = connect(shop.sandbox).events.list({}, { timeout: 200 });
  await expect(impatient).rejects.toThrow('timeout');
});

test('only requests to the named address suffer', async () => {
  await shop.setFaults({ api: { mode: '500', path: '/v1/refunds' } });
  expect((await shop.openSession()).status).toBe('open');
  await expect(shop.stripe.refunds.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
});

test('dropped events are never sent but can be read', async () => {
  await shop.setFaults({ events: { drop: true } });
  const dropped = await shop.openSession();
  await shop.pay(dropped.id);
  await shop.setFaults({});
  const sent = await shop.openSession();
  await shop.pay(sent.id);
  await expect.poll(() => arrived(sent.id)).toHaveLength(1);
  expect(arrived(dropped.id)).toEqual([]);
  const { data } = await shop.stripe.events.list({ type: 'checkout.session.completed' });
  expect(data.map((event) => (event.data.object as { id: string }).id)).toContain(dropped.id);
});

test('duplicated events come several times with one id', async () => {
  await shop.setFaults({ events: { duplicate: 3, delayMs: 10, shuffle: true } });
  const { id } = await shop.openSession();
  await shop.pay(id);
  await expect.poll(() => arrived(id)).toHaveLength(3);
  expect(new Set(arrived(id).map(({ event }) => event.id)).size).toBe(1);
});

test('a share of events is dropped', () => {
  const sequence = [0.01, 0.5, 0.99];
  const delays = sequence.map((chance) => deliveryDelays({ events: { drop: 0.05 } }, () => chance));
  expect(delays).toEqual([[], [0], [0]]);
});
