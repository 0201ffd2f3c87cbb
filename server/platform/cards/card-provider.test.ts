import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, describe, expect, test, vi, type TestContext } from 'vitest';
import { countOutsideCalls } from '../../testing/outside-calls.ts';
import type { CheckoutOrder } from './card-checkouts.ts';
import { createCardProvider } from './card-provider.ts';
import { createLog } from '../log.ts';
import { Refusal } from '../refusal.ts';

const webhookSecret = 'whsec_of_a_test_about_outages';
const log = createLog('silent');

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A card provider that misbehaves as told, and the provider's own client in front of it. */
async function buildProvider(onTestFinished: TestContext['onTestFinished']) {
  const asked: { method: string; path: string; key: string | undefined; body: URLSearchParams }[] = [];
  const provider = { asked, behave: answer(200, checkout) };
  const server = createServer((request, response) => {
    let body = '';
    request
      .on('data', (text) => (body += String(text)))
      .on('end', () => {
        const key = request.headers['idempotency-key'];
        asked.push({
          method: request.method!,
          path: request.url!,
          key: key?.toString(),
          body: new URLSearchParams(body),
        });
        provider.behave(request, response);
      });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const cards = createCardProvider({
    secretKey: 'sk_test_outages',
    webhookSecret,
    apiBase: `http://127.0.0.1:${port}`,
    log,
  });
  return Object.assign(provider, { cards, close: () => server.close() });
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const breakOff: Behaviour = (_request, response) =>
  void response.writeHead(200, { 'content-length': '500' }).write('{"id":', () => response.destroy());
const fault = (type: string) => ({ error: { type, message: 'an inner text of the provider' } });

const checkout = {
  id: 'cs_test_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 1_237_500,
  currency: 'nzd',
  client_reference_id: 'order_1',
  url: 'https://pay.example/cs_test_1',
  livemode: false,
  created: 1_750_000_000,
  payment_intent: null,
};
const order: CheckoutOrder = {
  orderId: 'order_1',
  seller: 'University of Canterbury',
  description: 'Data Science & AI',
  details: 'Full-time',
  note: 'Your seat is held until 10:30 pm (Sydney time).',
  amountCents: 1_237_500,
  currency: 'NZD',
  email: 'ana@example.org',
  successUrl: 'http://localhost:4000/uc/payment/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:4000/uc/payment/cancel',
  expiresAt: new Date(1_750_001_800_000),
  metadata: { cohort: '4' },
};

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

describe.concurrent('a checkout', () => {
  test('carries the order as reference and as idempotency key, and our amount', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    const made = await provider.cards.createCheckout(order);
    const [request] = provider.asked;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions', key: 'checkout-order_1' });
    expect(Object.fromEntries(request!.body)).toMatchObject({
      client_reference_id: 'order_1',
      customer_email: 'ana@example.org',
      'line_items[0][price_data][unit_amount]': '1237500',
      'line_items[0][price_data][currency]': 'nzd',
      'line_items[0][quantity]': '1',
      expires_at: '1750001800',
      'custom_text[submit][message]': order.note,
    });
    expect(made).toMatchObject({ amountCents: 1_237_500, currency: 'NZD', reference: 'order_1', payment: null });
  });

  test.for<[string, { tries: number; behaviour: Behaviour }]>([
    ['500', { tries: 3, behaviour: answer(500, fault('api_error')) }],
    ['503', { tries: 3, behaviour: answer(503, fault('api_error')) }],
    ['429', { tries: 1, behaviour: answer(429, fault('rate_limit_error')) }],
    ['nonsense', { tries: 1, behaviour: answer(200, '<html>We are down</html>') }],
    ['a reset', { tries: 3, behaviour: (request) => void request.socket.resetAndDestroy() }],
    ['half of it', { tries: 1, behaviour: breakOff }],
  ])('answered by %s is refused as unavailable', async ([, { tries, behaviour }], { onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = behaviour;
    expect(await codeOf(provider.cards.createCheckout(order))).toBe('payment-provider-unavailable');
    expect(provider.asked.map(({ key }) => key)).toEqual(Array(tries).fill('checkout-order_1'));
  });

  test('whose first answer is lost is made by the next try, with the same key', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = (request, response) => {
      if (provider.asked.length === 1) request.socket.destroy();
      else answer(200, checkout)(request, response);
    };
    expect((await provider.cards.createCheckout(order))?.id).toBe('cs_test_1');
    expect(provider.asked.map(({ key }) => key)).toEqual(['checkout-order_1', 'checkout-order_1']);
  });

  test('never answered ends with a timeout', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = () => undefined;
    expect(await codeOf(provider.cards.createCheckout(order))).toBe('payment-provider-unavailable');
  });

  test('permanently refused is undefined, and is not retried', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = answer(400, fault('invalid_request_error'));
    expect(await provider.cards.createCheckout(order)).toBeUndefined();
    expect(provider.asked).toHaveLength(1);
  });

  test('asked for with a wrong key is refused as unavailable', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = answer(401, fault('invalid_request_error'));
    expect(await codeOf(provider.cards.createCheckout(order))).toBe('payment-provider-unavailable');
  });
});

test('a provider that is not there is refused as unavailable', async ({ onTestFinished }) => {
  const provider = await buildProvider(onTestFinished);
  provider.close();
  expect(await codeOf(provider.cards.listRefunds('pi_1'))).toBe('payment-provider-unavailable');
});

test('a key that is not taken counts as a failure of the provider; an unknown id, or a right that the key lacks, does not', async ({
  onTestFinished,
}) => {
  const provider = await buildProvider(onTestFinished);
  const { answered, failed } = await countOutsideCalls('cards');
  for (const status of [403, 404]) {
    provider.behave = answer(status, fault('invalid_request_error'));
    await codeOf(provider.cards.findCheckout('cs_test_1'));
  }
  expect((await countOutsideCalls('cards')).answered).toBe(answered + 2);
  provider.behave = answer(401, fault('invalid_request_error'));
  await codeOf(provider.cards.findCheckout('cs_test_1'));
  const after = await countOutsideCalls('cards');
  expect(after.answered).toBe(answered + 2);
  // More than one where the last tries of a test before end by now.
  expect(after.failed).toBeGreaterThan(failed);
});

test('an unknown checkout is undefined', async ({ onTestFinished }) => {
  const provider = await buildProvider(onTestFinished);
  provider.behave = answer(404, fault('invalid_request_error'));
  expect(await provider.cards.findCheckout('cs_test_unknown')).toBeUndefined();
});

describe('the circuit breaker', () => {
  afterEach(() => void vi.useRealTimers());
  const failTimes = (provider: Awaited<ReturnType<typeof buildProvider>>, times: number) =>
    Promise.all(Array.from({ length: times }, () => codeOf(provider.cards.findCheckout('cs_test_1'))));

  test('opens after ten consecutive failures for half a minute, then lets calls through', async ({
    onTestFinished,
  }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = answer(500, fault('api_error'), { 'stripe-should-retry': 'false' });
    await failTimes(provider, 10);
    provider.behave = answer(200, checkout);
    const asked = provider.asked.length;
    expect(await codeOf(provider.cards.findCheckout('cs_test_1'))).toBe('payment-provider-unavailable');
    expect(provider.asked.length).toBe(asked);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await codeOf(provider.cards.findCheckout('cs_test_1'))).toBe('success');
    vi.useRealTimers();
    expect(await codeOf(provider.cards.findCheckout('cs_test_1'))).toBe('success');
  });

  test('does not open after nine', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = answer(500, fault('api_error'), { 'stripe-should-retry': 'false' });
    await failTimes(provider, 9);
    provider.behave = answer(200, checkout);
    expect(await codeOf(provider.cards.findCheckout('cs_test_1'))).toBe('success');
  });

  test('does not count refusals', async ({ onTestFinished }) => {
    const provider = await buildProvider(onTestFinished);
    provider.behave = answer(404, fault('invalid_request_error'));
    await failTimes(provider, 20);
    provider.behave = answer(200, checkout);
    expect(await codeOf(provider.cards.findCheckout('cs_test_1'))).toBe('success');
  });
});

describe('an event', () => {
  const stripe = new Stripe('sk_test_outages');
  const cards = createCardProvider({ secretKey: 'sk_test_outages', webhookSecret, apiBase: undefined, log });
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: 'cs_test_1', payment_intent: 'pi_1' } },
  });
  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  const sign = (payload: string, secret = webhookSecret, timestamp = nowSeconds()) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const read = (payload: string | Buffer, signature?: string) => cards.readEvent(Buffer.from(payload), signature);

  test('signed with our secret is read', () => {
    expect(read(body, sign(body))).toEqual({
      id: 'evt_1',
      type: 'checkout.session.completed',
      live: false,
      objectId: 'cs_test_1',
      paymentId: 'pi_1',
      subscriptionId: null,
    });
  });

  test('signed 290 seconds ago is still read', () => {
    expect(read(body, sign(body, webhookSecret, nowSeconds() - 290)).id).toBe('evt_1');
  });

  test('with a second, newer signature in the header is read', () => {
    expect(read(body, `${sign(body, 'whsec_of_before')},${sign(body).split(',')[1]}`).id).toBe('evt_1');
  });

  test.for<[string, string | Buffer, string | undefined]>([
    ['not signed', body, undefined],
    ['with an empty signature', body, ''],
    ['with a signature that is none', body, 't=now,v1=00'],
    ['signed with another secret', body, sign(body, 'whsec_of_somebody_else')],
    ['signed with an empty secret', body, sign(body, '')],
    ['signed 301 seconds ago', body, sign(body, webhookSecret, nowSeconds() - 301)],
    ['signed with the scheme for tests', body, sign(body).replace('v1=', 'v0=')],
    ['whose time was changed', body, sign(body).replace(/t=\d+/, `t=${nowSeconds() + 5}`)],
    ['whose body was changed', body.replace('cs_test_1', 'cs_test_2'), sign(body)],
    ['with a blank more', `${body} `, sign(body)],
    ['written differently', JSON.stringify(JSON.parse(body), null, 1), sign(body)],
    ['with other bytes that read the same', Buffer.concat([Buffer.from(body), Buffer.from([0])]), sign(body)],
    ['that is no JSON', 'hello', sign('hello')],
  ])('%s is refused', ([, payload, signature]) => {
    expect(() => read(payload, signature)).toThrow(new Refusal('invalid-signature'));
  });

  test.for([
    ['without data', '{"id":"evt_2","type":"v2.core.event"}', { id: 'evt_2', objectId: '', paymentId: null }],
    ['of an unknown kind', '{"id":"evt_3","type":"x","data":{"object":{}}}', { id: 'evt_3', type: 'x', objectId: '' }],
    ['without an id', '{"type":"x","data":{}}', { id: expect.stringMatching(/^[0-9a-f]{64}$/), objectId: '' }],
    [
      'with a payment in full',
      '{"id":"evt_4","data":{"object":{"payment_intent":{"id":"pi_9"}}}}',
      { paymentId: 'pi_9' },
    ],
    [
      'of a subscription',
      '{"id":"evt_5","data":{"object":{"object":"subscription","id":"sub_1"}}}',
      { objectId: 'sub_1', subscriptionId: 'sub_1' },
    ],
    [
      'of a subscription’s invoice',
      '{"id":"evt_6","data":{"object":{"object":"invoice","id":"in_1","parent":{"subscription_details":{"subscription":"sub_1"}}}}}',
      { objectId: 'in_1', subscriptionId: 'sub_1' },
    ],
    [
      'of an invoice on its own',
      '{"id":"evt_7","data":{"object":{"object":"invoice","id":"in_2","parent":null}}}',
      { objectId: 'in_2', subscriptionId: null },
    ],
  ] as const)('%s is read without a fault', ([, payload, event]) => {
    expect(read(payload, sign(payload))).toMatchObject(event);
  });
});

test.for([
  ['sk_test_abc', false],
  ['rk_test_abc', false],
  ['sk_live_abc', true],
] as const)('real money moves with the key %s: %s', ([secretKey, live]) => {
  expect(createCardProvider({ secretKey, webhookSecret, apiBase: undefined, log }).live).toBe(live);
});

test('a key without the right to read events lists none, and all else goes on', async ({ onTestFinished }) => {
  const provider = await buildProvider(onTestFinished);
  const list = async () => {
    const ids = [];
    for await (const { id } of provider.cards.listEvents({ from: new Date(0), until: undefined })) ids.push(id);
    return ids;
  };
  provider.behave = answer(403, fault('invalid_request_error'));
  expect(await list()).toEqual([]);
  provider.behave = answer(200, checkout);
  expect(await provider.cards.findCheckout('cs_test_1')).toMatchObject({ id: 'cs_test_1' });
  provider.behave = answer(200, { object: 'list', data: [{ id: 'evt_1', object: 'event' }], has_more: false });
  expect(await list()).toEqual(['evt_1']);
});
