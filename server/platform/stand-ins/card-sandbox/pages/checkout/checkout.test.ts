import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestShop, usualCard, type TestShop } from '../../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

const open = (id: string) => shop.app.inject({ url: `/dev/card/pay/${id}` });
const sendForm = (id: string, fields: Record<string, string>) =>
  shop.app.inject({
    method: 'POST',
    url: `/dev/card/pay/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

test('the page says what is bought, for how much, and the way back', async () => {
  const { id } = await shop.openSession({
    customer_email: 'ana@example.org',
    branding_settings: { display_name: 'Harbour <Academy>' },
    custom_text: { submit: { message: 'Fees are for the whole course.' } },
  });
  const { statusCode, body } = await open(id);
  expect(statusCode).toBe(200);
  for (const text of [
    'NZ$12,375.00 <span class="currency">NZD</span>',
    'A course',
    'ana@example.org',
    'http://shop.test/cancelled',
    'Pay NZ$12,375.00',
  ])
    expect(body).toContain(text);
  expect(body).toContain('Harbour &lt;Academy&gt;');
  expect(body).toContain('Fees are for the whole course.');
});

test('the page allows nothing but its own script and style', async () => {
  const { id } = await shop.openSession();
  const { headers, body } = await open(id);
  expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
  expect(headers['content-security-policy']).toContain("form-action 'self' http://shop.test");
  expect(body).not.toMatch(/<style|style=|<script>|onclick=/);
});

test('without script the form itself pays', async () => {
  const { id } = await shop.openSession();
  const { statusCode, headers } = await sendForm(id, usualCard);
  expect(statusCode).toBe(303);
  expect(headers.location).toBe(`http://shop.test/thanks?session_id=${id}`);
});

test('without script the form comes back with its faults', async () => {
  const { id } = await shop.openSession();
  const { statusCode, body } = await sendForm(id, { ...usualCard, number: '4242424242424241', cvc: '12' });
  expect(statusCode).toBe(422);
  expect(body).toContain('<title>Error: Pay');
  expect(body).toContain('Your card number is invalid.');
  expect(body).toContain('value="4242424242424241"');
  expect(body).not.toContain('value="12"');
});

test.each([
  [{ number: '' }, { number: 'Enter your card number.' }],
  [{ number: '4242' }, { number: 'Your card number is incomplete.' }],
  [{ number: '4242424242424241' }, { number: 'Your card number is invalid.' }],
  [{ expiry: '01 / 20' }, { expiry: 'Your card’s expiry date is in the past.' }],
  [{ expiry: '13 / 40' }, { expiry: 'Your card’s expiry date is invalid.' }],
  [{ expiry: '' }, { expiry: 'Enter the expiry date.' }],
  [{ cvc: '12' }, { cvc: 'Your card’s security code is incomplete.' }],
  [{ name: ' ' }, { name: 'Enter the name on the card.' }],
])('%j is refused beside its field', async (changes, faults) => {
  const { id } = await shop.openSession();
  expect(await shop.post(`/dev/card/pay/${id}`, { ...usualCard, ...changes })).toEqual({
    status: 422,
    body: { faults },
  });
});

test('a card is good to the end of its month', async () => {
  const { id } = await shop.openSession();
  const today = new Date();
  const expiry = `${String(today.getMonth() + 1).padStart(2, '0')}${today.getFullYear() % 100}`;
  expect((await shop.post(`/dev/card/pay/${id}`, { ...usualCard, expiry })).status).toBe(200);
});

test('a paid checkout leads on, and pressing Pay again leads on too', async () => {
  const { id } = await shop.openSession();
  const paid = await shop.pay(id);
  const { statusCode, body } = await open(id);
  expect(statusCode).toBe(200);
  expect(body).toContain('This checkout is complete');
  expect(body).toContain(`href="http://shop.test/thanks?session_id=${id}"`);
  expect(await shop.pay(id)).toEqual(paid);
});

test('an expired checkout leads back and takes no money', async () => {
  const { id } = await shop.openSession();
  expect((await shop.post(`/dev/card/sessions/${id}/expire`, {})).body.status).toBe('expired');
  expect(await shop.pay(id)).toEqual({ status: 200, body: { redirect: `/dev/card/pay/${id}` } });
  const { statusCode, body } = await open(id);
  expect(statusCode).toBe(410);
  expect(body).toContain('This checkout has expired');
  expect(body).toContain('href="http://shop.test/cancelled"');
});

test('the page can ask whether its checkout is still open, and says how one ended', async () => {
  const status = async (id: string) => (await shop.app.inject({ url: `/dev/card/pay/${id}/status` })).json();
  const { id } = await shop.openSession();
  expect((await open(id)).body).toContain(`data-watch="/dev/card/pay/${id}/status"`);
  expect(await status(id)).toEqual({ status: 'open' });
  await shop.stripe.checkout.sessions.expire(id);
  expect(await status(id)).toEqual({ status: 'expired' });
  expect((await open(id)).body).toContain('It was ended before its time');
  expect(await status('cs_test_unknown')).toEqual({ status: null });
});

test('an unknown checkout is a page of its own', async () => {
  expect((await open('cs_test_unknown')).statusCode).toBe(404);
});

test('sessions are listed for scripts, newest first', async () => {
  const { id } = await shop.openSession({ client_reference_id: 'ord_9' });
  const list = await shop.app.inject({ url: '/dev/card/sessions.json' });
  expect(list.json<unknown[]>()[0]).toEqual({
    id,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 1_237_500,
    currency: 'nzd',
    client_reference_id: 'ord_9',
    payment_intent: null,
  });
});

test('the index explains cards and faults', async () => {
  const { body } = await shop.app.inject({ url: '/dev/card/' });
  expect(body).toContain('4000 0025 0000 1001');
  expect(body).toContain('answer-lost');
});
