import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, startTestShop, type TestShop } from '../test-shop.ts';
import { tables } from '../store/tables.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;
const refusal = (request: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  request.then(
    () => Promise.reject(new Error('the request was not refused')),
    (error: unknown) => error as Stripe.errors.StripeError,
  );

test('a new session is open and carries what it was given', async () => {
  const session = await shop.openSession({
    client_reference_id: 'ord_1',
    customer_email: 'ana@example.org',
    metadata: { cohort: '7' },
    expires_at: inMinutes(31),
    submit_type: 'pay',
    locale: 'en',
  });
  expect(session).toMatchObject({
    object: 'checkout.session',
    livemode: false,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 1_237_500,
    currency: 'nzd',
    client_reference_id: 'ord_1',
    customer_email: 'ana@example.org',
    metadata: { cohort: '7' },
    url: `http://pages.test/dev/card/pay/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_\w{58}$/);
  expect(session.lastResponse.requestId).toMatch(/^req_/);
  expect(await shop.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
});

test.each(['ana@example.org', 'a'.repeat(201), ''])('the reference %j is dropped without a word', async (reference) => {
  const session = await shop.openSession({ client_reference_id: reference });
  expect(session.client_reference_id).toBeNull();
});

test('line items come on request, with their prices', async () => {
  const session = await shop.openSession();
  expect(session.line_items).toBeUndefined();
  const { data } = await shop.stripe.checkout.sessions.listLineItems(session.id);
  expect(data).toMatchObject([{ description: 'A course', amount_total: 1_237_500, quantity: 1 }]);
  const expanded = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
  expect(expanded.line_items?.data).toEqual(data);
  expect(await shop.stripe.prices.retrieve(data[0]?.price?.id ?? '')).toMatchObject({ unit_amount: 1_237_500 });
});

test.each([
  ['too short a life', { expires_at: inMinutes(29) }, 'expires_at', 'at least 30 minutes'],
  ['too long a life', { expires_at: inMinutes(24 * 60 + 1) }, 'expires_at', 'less than 24 hours'],
  ['no success address', { success_url: undefined }, 'success_url', 'Missing required param: success_url.'],
  ['an address that is none', { success_url: 'thanks' }, 'success_url', 'not a valid URL'],
  ['nothing to buy', { line_items: [] }, 'line_items', 'Missing required param: line_items.'],
  ['another mode', { mode: 'setup' as const }, 'mode', 'payments and subscriptions only'],
  ['an unknown customer', { customer: 'cus_unknown' }, 'customer', "No such customer: 'cus_unknown'"],
  ['a coupon nobody made', { discounts: [{ coupon: 'x' }] }, 'discounts[0][coupon]', "No such coupon: 'x'"],
  ['a parameter it does not know', { allow_promotion_codes: true }, 'allow_promotion_codes', 'unknown parameter'],
])('%s is refused', async (_what, changes, param, message) => {
  const error = await refusal(shop.openSession(changes));
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(error).toMatchObject({ statusCode: 400, param, message: expect.stringContaining(message) as string });
});

test('a wrong price is named by its place', async () => {
  const price_data = { currency: 'nzd', unit_amount: -1, product_data: { name: 'A course' } };
  const error = await refusal(shop.openSession({ line_items: [{ quantity: 1, price_data }] }));
  expect(error.param).toBe('line_items[0][price_data][unit_amount]');
});

test('an open session can be expired once', async () => {
  const { id } = await shop.openSession();
  expect(await shop.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
  expect((await refusal(shop.stripe.checkout.sessions.expire(id))).message).toContain('status of `expired`');
});

test('an overdue session is expired when it is read', async () => {
  const { id } = await shop.openSession();
  const past = JSON.stringify(inMinutes(-1));
  await tables(shop.db)
    .updateTable('card_sandbox_object')
    .set({ data: sql`jsonb_set(data, '{expires_at}', ${past}::jsonb)` })
    .where('id', '=', id)
    .execute();
  expect(await shop.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  await expect.poll(shop.inbox.types).toContain('checkout.session.expired');
});

test('an unknown session is 404', async () => {
  const error = await refusal(shop.stripe.checkout.sessions.retrieve('cs_test_unknown'));
  expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('lists come newest first, page by page, narrowed by state and time', async () => {
  const before = inMinutes(0);
  const made = [await shop.openSession(), await shop.openSession(), await shop.openSession()].map(({ id }) => id);
  const [first, second, third] = made.toReversed();
  const page = await shop.stripe.checkout.sessions.list({ limit: 2, created: { gte: before } });
  expect(page.data.map(({ id }) => id)).toEqual([first, second]);
  expect(page.has_more).toBe(true);
  const next = await shop.stripe.checkout.sessions.list({ limit: 1, starting_after: second, status: 'open' });
  expect(next.data.map(({ id }) => id)).toEqual([third]);
  const newer = await shop.stripe.checkout.sessions.list({ limit: 5, ending_before: second });
  expect(newer.data.map(({ id }) => id)).toEqual([first]);
  const none = await shop.stripe.checkout.sessions.list({ created: { lt: 1 } });
  expect(none).toMatchObject({ data: [], has_more: false });
});

test('the same idempotency key does the work once', async () => {
  const options = { idempotencyKey: 'order-1' };
  const sessions = await Promise.all([1, 2, 3].map(() => shop.openSession({}, { ...options, maxNetworkRetries: 5 })));
  const again = await shop.openSession({}, options);
  expect(new Set([...sessions, again].map(({ id }) => id)).size).toBe(1);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
});

test('an idempotency key that comes back with something else is refused', async () => {
  await shop.openSession({}, { idempotencyKey: 'order-2' });
  const error = await refusal(shop.openSession({ locale: 'de' }, { idempotencyKey: 'order-2' }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('a refused request may be corrected under the same key', async () => {
  const options = { idempotencyKey: 'order-3' };
  await refusal(shop.openSession({ success_url: 'thanks' }, options));
  expect((await shop.openSession({}, options)).status).toBe('open');
});

test('without a test key nothing is answered', async () => {
  const none = await fetch(`${shop.sandbox.apiBase}/v1/events`);
  expect(none.status).toBe(401);
  expect(await none.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  const live = await refusal(connect(shop.sandbox, 'sk_live_1').events.list());
  expect(live).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

test('basic authentication opens the API too', async () => {
  const authorization = `Basic ${Buffer.from('sk_test_1:').toString('base64')}`;
  expect((await fetch(`${shop.sandbox.apiBase}/v1/events`, { headers: { authorization } })).status).toBe(200);
});

test('an address it does not know is refused in the same shape', async () => {
  const error = await refusal(shop.stripe.balance.retrieve());
  expect(error).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
});
