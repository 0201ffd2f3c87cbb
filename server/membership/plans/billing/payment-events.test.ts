import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';

let product: TestProduct;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const events = ['member.payment.succeeded' as const];
  const webhooks = [{ id: 'hall', url: `${receiver.origin}/hooks`, events, enabled: true }];
  product = await startTestProduct({ sites: [{ ...planSite, webhooks }] });
});
afterAll(async () => {
  await product.stop();
  await receiver.stop();
});

const { behind, buildPayer, buildTwicePayer, press, rows, setFaults, subscriptionAt } = createBuyers(() => product);

const paymentsOf = ({ memberId }: Buyer) =>
  rows<{ id: string; checkoutId: string }>(
    `select p.provider_payment_id as id, p.checkout_id as "checkoutId"
     from plan_payment p join plan_checkout c on c.id = p.checkout_id where c.member_id = $1 order by p.received_at`,
    [memberId],
  );

/** The connection that the site event of each payment of a buyer names, once so many payments were told. */
async function connectionsTold({ memberId }: Buyer, payments: number): Promise<Record<string, string | null>> {
  const heard = () => receiver.received.map(({ body }) => JSON.parse(body).payload).filter(({ id }) => id === memberId);
  await eventually(async () => heard().length >= payments);
  return Object.fromEntries(heard().map(({ payment }) => [payment.id, payment.connectionId]));
}

test('a payment that goes back names no connection, although the member has the plan by another', async () => {
  const buyer = await buildTwicePayer();
  const told = await connectionsTold(buyer, 2);
  const [given, returned] = await paymentsOf(buyer);
  expect(told).toEqual({ [given!.id]: (await buyer.plan('singer'))!.id, [returned!.id]: null });
});

test('a renewal of a replaced subscription names no connection', async () => {
  const buyer = await buildPayer('monthly', 'singer');
  const { subscriptionId, checkoutId } = await behind(buyer, 'singer');
  // The provider renews it before the cancellation reaches it.
  await setFaults({ api: { mode: '500', method: 'DELETE', path: `/v1/subscriptions/${subscriptionId}` } });
  await buyer.buy('trial', { replacesSubscriptions: true });
  await buyer.sees('singer', 'TRIALING');
  const before = (await paymentsOf(buyer)).length;
  await press('renew', subscriptionId);
  const told = await connectionsTold(buyer, before + 1);
  const [first, renewal] = (await paymentsOf(buyer)).filter((each) => each.checkoutId === checkoutId);
  expect(told).toMatchObject({ [first!.id]: (await buyer.plan('singer'))!.id, [renewal!.id]: null });
  await setFaults({});
  await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
});
