import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterEach(() => setFaults({}));
afterAll(() => product.stop());

const { behind, buildBuyer, buildPayer, press, rows, setFaults } = createBuyers(() => product);

const leave = ({ token }: Buyer) =>
  product.call('DELETE', '/member', { token, headers: { 'x-api-key': planSite.publicKey } });
const sessionsAt = async (): Promise<any[]> => (await product.call('GET', '/dev/card/sessions.json')).body;
const statesOf = async ({ memberId }: Buyer) =>
  (await rows<{ state: string }>('select state from plan_checkout where member_id = $1', [memberId])).map(
    ({ state }) => state,
  );
const reviewsOf = (subject: string) =>
  rows<{ kind: string; note: string }>('select kind, note from review_item where subject = $1', [subject]);

test('the open checkout of a member is expired at the provider before the member is deleted', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('season')).body.data;
  expect((await leave(buyer)).status).toBe(200);
  const id = new URL(url).pathname.split('/').at(-1);
  expect(await sessionsAt()).toContainEqual(expect.objectContaining({ id, status: 'expired' }));
  expect(await statesOf(buyer)).toEqual(['expired']);
});

test('a provider outage does not block a deletion, and a payment made meanwhile is refunded', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('season')).body.data;
  await setFaults({ api: { mode: '500', method: 'POST', path: '/v1/checkout/sessions/cs_' } });
  expect((await leave(buyer)).status).toBe(200);
  expect((await product.pay(url)).status).toBe(200);
  await eventually(async () => String(await statesOf(buyer)) === 'returned');
});

test('a checkout that was being created while the member was deleted is expired', async () => {
  const buyer = await buildBuyer();
  await setFaults({ api: { mode: 'slow', method: 'POST', path: '/v1/checkout/sessions', ms: 5_000 } });
  const pressed = buyer.checkout('season');
  await eventually(async () => (await statesOf(buyer)).length === 1);
  expect((await leave(buyer)).status).toBe(200);
  // For what follows: the request under way stays slow.
  await setFaults({});
  expect((await pressed).body.error.code).toBe('member-not-found');
  await eventually(async () => String(await statesOf(buyer)) === 'expired');
});

test('a renewal that is paid before the subscription is cancelled waits for staff', async () => {
  const buyer = await buildPayer('monthly', 'singer');
  const { checkoutId, subscriptionId } = await behind(buyer, 'singer');
  await setFaults({ api: { mode: '500', method: 'DELETE', path: '/v1/subscriptions' } });
  expect((await leave(buyer)).status).toBe(200);
  await press('renew', subscriptionId);
  await eventually(async () => (await reviewsOf(checkoutId)).length > 0);
  const [payment] = await rows<{ id: string }>(
    'select provider_payment_id as id from plan_payment where checkout_id = $1 order by received_at desc limit 1',
    [checkoutId],
  );
  expect(await reviewsOf(checkoutId)).toEqual([
    { kind: 'deleted-member-paid', note: expect.stringContaining(payment!.id) },
  ]);
});
