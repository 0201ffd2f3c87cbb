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

const { behind, buildBuyer, mailsTo, rows, setFaults } = createBuyers(() => product);

/** One whose card takes refunds and sends them back later. */
async function buildPayer(price: string, plan: string): Promise<Buyer> {
  const buyer = await buildBuyer();
  await buyer.buy(price, { card: cards.refundFails });
  await buyer.sees(plan, 'ACTIVE');
  return buyer;
}

const refund = (paymentId: string, amount?: number) =>
  product.call('POST', '/dev/card/refunds', { body: { payment_intent: paymentId, ...(amount && { amount }) } });

/** Lets the refunds of a payment fail, and waits until that is handled. */
async function failRefunds(paymentId: string): Promise<void> {
  await settleNow(product);
  const handled = `select 1 from provider_event
    where provider_payment_id = $1 and type = 'refund.failed' and processed_at is not null`;
  await eventually(async () => (await rows(handled, [paymentId])).length > 0);
}

const mattersOf = (checkoutId: string) => rows('select kind from review_item where subject = $1', [checkoutId]);

test.each([
  ['monthly', 'singer'],
  ['season', 'season'],
])('a refund that ended %s and fails later is told to staff and member', async (price, plan) => {
  const buyer = await buildPayer(price, plan);
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
  const buyer = await buildPayer('season', 'season');
  const { checkoutId, paymentId } = await behind(buyer, 'season');
  await refund(paymentId, 100);
  await failRefunds(paymentId);
  expect(await mattersOf(checkoutId)).toEqual([]);
  expect((await buyer.plan('season'))!.status).toBe('ACTIVE');
});
