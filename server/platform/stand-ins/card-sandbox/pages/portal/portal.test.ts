import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestShop, usualCard, type TestShop } from '../../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

const open = (url: string) => shop.app.inject({ url });
const press = (url: string) => shop.app.inject({ method: 'POST', url });
/** A customer with the usual plan, on the portal. */
async function enter(changes: Parameters<TestShop['subscribe']>[0] = {}) {
  const subscription = await shop.subscribe(changes);
  const customer = subscription.customer as string;
  const { url } = await shop.stripe.billingPortal.sessions.create({ customer, return_url: 'http://shop.test/account' });
  return { id: subscription.id, customer, path: new URL(url).pathname };
}
const read = (id: string) => shop.stripe.subscriptions.retrieve(id);

describe('the portal', () => {
  test('shows plan, state, next date, card, invoices and the way back', async () => {
    const { path } = await enter();
    const { statusCode, body } = await open(path);
    expect(statusCode).toBe(200);
    for (const text of ['Choir', 'NZ$29.00 per month', 'Active', 'Next payment on', 'Visa ending in 4242', 'Invoice '])
      expect(body).toContain(text);
    expect(body).toContain('href="http://shop.test/account"');
    expect(body).not.toMatch(/<style|style=|<script>|onclick=/);
  });

  test('lets a plan end with its period, after asking once more, and go on after all', async () => {
    const { id, path } = await enter();
    const question = await open(`${path}/subscriptions/${id}/cancel`);
    expect(question.body).toContain('Cancel Choir?');
    expect((await read(id)).cancel_at_period_end).toBe(false);
    const done = await press(`${path}/subscriptions/${id}/cancel`);
    expect(done.headers.location).toBe(`${path}?done=cancelled`);
    expect((await open(done.headers.location!)).body).toContain('Your plan will end with its period.');
    expect(await read(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await press(`${path}/subscriptions/${id}/resume`);
    expect(await read(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  });

  test('cannot change another customer’s plan (IDOR)', async () => {
    const { path } = await enter();
    const other = await enter();
    expect((await open(`${path}/subscriptions/${other.id}/cancel`)).statusCode).toBe(404);
    await press(`${path}/subscriptions/${other.id}/cancel`);
    expect((await read(other.id)).cancel_at_period_end).toBe(false);
    await press(`${other.path}/subscriptions/${other.id}/cancel`);
    expect((await read(other.id)).cancel_at_period_end).toBe(true);
  });

  test('changes the card of every plan, unless it is declined', async () => {
    const { id, path } = await enter();
    const { default_payment_method: old } = await read(id);
    expect(await shop.post(`${path}/card`, { ...usualCard, number: '4000000000000002' })).toEqual({
      status: 402,
      body: { declined: 'Your card was declined.' },
    });
    expect((await read(id)).default_payment_method).toBe(old);
    const changed = await shop.post(`${path}/card`, { ...usualCard, number: '5555555555554444' });
    expect(changed.body).toEqual({ redirect: `${path}?done=card` });
    expect((await open(path)).body).toContain('Mastercard ending in 4444');
    const { default_payment_method: card } = await read(id);
    expect(await shop.stripe.paymentMethods.retrieve(card as string)).toMatchObject({ card: { last4: '4444' } });
  });

  test('leads to an invoice that is not paid', async () => {
    const { id, path } = await enter();
    await shop.press(id, 'fail-next');
    await shop.press(id, 'renew');
    const { latest_invoice } = await read(id);
    const { body } = await open(path);
    expect(body).toContain('Payment failed');
    expect(body).toContain(`href="/dev/card/invoices/${latest_invoice as string}"`);
  });

  test('brings a card to a trial that began without one', async () => {
    const customer = (await shop.stripe.customers.create({ email: 'ana@example.org' })).id;
    const { id } = await shop.openPlan({
      customer,
      customer_email: undefined,
      payment_method_collection: 'if_required',
      subscription_data: {
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      },
    });
    await press(`/dev/card/pay/${id}`);
    const subscription = (await shop.stripe.checkout.sessions.retrieve(id)).subscription as string;
    const portal = await shop.stripe.billingPortal.sessions.create({ customer });
    const path = new URL(portal.url).pathname;
    expect((await open(path)).body).toContain('Add a card');
    await shop.post(`${path}/card`, usualCard);
    await shop.press(subscription, 'end-trial');
    expect((await read(subscription)).status).toBe('active');
  });

  test('does not exist under a made-up address', async () => {
    expect((await open('/dev/card/portal/bps_unknown')).statusCode).toBe(404);
    expect((await press('/dev/card/portal/bps_unknown/subscriptions/x/cancel')).statusCode).toBe(404);
  });
});

describe('the tool page', () => {
  test('lists subscriptions with the buttons that let time pass', async () => {
    const { id } = await enter({ subscription_data: { trial_period_days: 7 } });
    expect((await open('/dev/card/')).body).toContain(`action="/dev/card/subscriptions/${id}/renew"`);
    const pressed = await shop.app.inject({
      method: 'POST',
      url: `/dev/card/subscriptions/${id}/renew`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(pressed.headers.location).toBe('/dev/card/#subscriptions');
    const listed = (await open('/dev/card/subscriptions.json')).json<unknown[]>();
    expect(listed[0]).toMatchObject({ id, status: 'active' });
  });
});
