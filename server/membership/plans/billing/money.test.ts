import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
  await setFaults(settlesByHand);
});
afterAll(() => product.stop());

const { behind, buildBuyer, buildPayer, mailsTo, press, rows, setFaults } = createBuyers(() => product);

/** One whose card takes refunds and sends them back later. */
async function buildClosingPayer(price: string, plan: string): Promise<Buyer> {
  const buyer = await buildBuyer();
  await buyer.buy(price, { card: cards.refundFails });
  await buyer.sees(plan, 'ACTIVE');
  return buyer;
}

const refund = (paymentId: string, amount?: number) =>
  product.call('POST', '/dev/card/refunds', { body: { payment_intent: paymentId, ...(amount && { amount }) } });

const isHandled = (paymentId: string, type: string) =>
  eventually(async () => {
    const handled = `select 1 from provider_event
      where provider_payment_id = $1 and type = $2 and processed_at is not null`;
    return (await rows(handled, [paymentId, type])).length > 0;
  });

/** Lets the refunds of a payment fail, and waits until that is handled. */
async function failRefunds(paymentId: string): Promise<void> {
  await settleNow(product);
  await isHandled(paymentId, 'refund.failed');
}

/** Lets the bank take a part of a payment back, and waits until staff are told. */
async function losePart(paymentId: string, amount: number): Promise<void> {
  for (const status of ['needs_response', 'lost'])
    await product.call('POST', '/dev/card/disputes', { body: { payment_intent: paymentId, amount, status } });
  await isHandled(paymentId, 'charge.dispute.closed');
}

const mattersOf = (checkoutId: string) =>
  rows<{ kind: string }>('select kind from review_item where subject = $1', [checkoutId]);

test.each([
  ['monthly', 'singer'],
  ['season', 'season'],
])('a refund that ended %s and fails later is told to staff and member', async (price, plan) => {
  const buyer = await buildClosingPayer(price, plan);
  const { checkoutId, paymentId } = await behind(buyer, plan);
  await refund(paymentId);
  await buyer.sees(plan, 'CANCELED');
  expect(await mattersOf(checkoutId)).toEqual([]);
  await failRefunds(paymentId);
  expect(await mattersOf(checkoutId)).toEqual([{ kind: 'refund-failed' }]);
  await eventually(async () => (await mailsTo(buyer)).length > 0);
  const [mail] = await mailsTo(buyer);
  expect(mail!.subject).toBe(`${planSite.name}: Your refund did not go through`);
  expect(mail!.text).toContain(`Your purchase of ${plan} was to be refunded, and the money could not be paid back`);
});

test('a refund of a part that fails while the plan goes on is not reported', async () => {
  const buyer = await buildClosingPayer('season', 'season');
  const { checkoutId, paymentId } = await behind(buyer, 'season');
  await refund(paymentId, 100);
  await failRefunds(paymentId);
  expect(await mattersOf(checkoutId)).toEqual([]);
  expect((await buyer.plan('season'))!.status).toBe('ACTIVE');
});

test('a refund of what the bank has left of a payment that fails later is told to staff and member', async () => {
  const buyer = await buildClosingPayer('season', 'season');
  const { checkoutId, paymentId } = await behind(buyer, 'season');
  await losePart(paymentId, 3_000);
  await refund(paymentId);
  await buyer.sees('season', 'CANCELED');
  await failRefunds(paymentId);
  expect((await mattersOf(checkoutId)).map(({ kind }) => kind).toSorted()).toEqual([
    'dispute-lost-in-part',
    'refund-failed',
  ]);
  await eventually(async () => (await mailsTo(buyer)).length > 0);
});

/** Renews a subscription. @returns the payment of the month before */
async function renew(buyer: Buyer): Promise<string> {
  const { subscriptionId, paymentId } = await behind(buyer, 'singer');
  await press('renew', subscriptionId);
  await eventually(async () => (await behind(buyer, 'singer')).paymentId !== paymentId);
  return paymentId;
}

/** One whose subscription has been renewed. */
async function buildRenewed() {
  const buyer = await buildPayer('monthly', 'singer');
  return { buyer, paymentId: await renew(buyer) };
}

test('a refund of what the bank has left of an earlier month changes nothing', async () => {
  const { buyer, paymentId } = await buildRenewed();
  await losePart(paymentId, 500);
  await refund(paymentId);
  await isHandled(paymentId, 'charge.refunded');
  expect((await buyer.plan('singer'))!.status).toBe('ACTIVE');
});

test('an earlier month that the bank takes back whole ends the plan', async () => {
  const { buyer, paymentId } = await buildRenewed();
  await losePart(paymentId, 1_900);
  expect((await buyer.sees('singer', 'CANCELED')).active).toBe(false);
});

test('what the bank takes of a month that was refunded in part ends the plan, though it took a part of another month before', async () => {
  const { buyer, paymentId: first } = await buildRenewed();
  const second = await renew(buyer);
  await losePart(first, 500);
  await refund(second, 400);
  await isHandled(second, 'charge.refunded');
  await losePart(second, 1_500);
  expect((await buyer.sees('singer', 'CANCELED')).active).toBe(false);
});

test('staff are told of a part that the bank takes of another month, though they have decided about the first', async () => {
  const { buyer, paymentId: first } = await buildRenewed();
  const { checkoutId, paymentId: second } = await behind(buyer, 'singer');
  await losePart(first, 500);
  await rows(`update review_item set resolved_at = now(), resolution = 'keep' where subject = $1`, [checkoutId]);
  await losePart(second, 500);
  expect(await mattersOf(checkoutId)).toEqual([{ kind: 'dispute-lost-in-part' }, { kind: 'dispute-lost-in-part' }]);
});
