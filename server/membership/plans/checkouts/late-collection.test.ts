import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuyers } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
  await setFaults(settlesByHand);
});
afterAll(() => product.stop());

const { behind, buildBuyer, rows, setFaults } = createBuyers(() => product);

/** What the provider has begun by a checkout. */
async function findBegun(sessionId: string): Promise<{ status: string; invoiceId: string }> {
  const [found] = await rows<{ status: string; invoiceId: string }>(
    `select s.data ->> 'status' as status, s.data ->> 'latest_invoice' as "invoiceId"
     from card_sandbox_object k join card_sandbox_object s on s.id = k.data ->> 'subscription' where k.id = $1`,
    [sessionId],
  );
  return found!;
}

test('a subscription whose first payment failed at the bank gives its plan once its invoice is paid', async () => {
  const buyer = await buildBuyer();
  const sessionId = await buyer.buy('monthly', { card: cards.failsLater });
  await settleNow(product);
  await eventually(async () => (await findBegun(sessionId)).status === 'past_due');
  expect(await buyer.plan('singer')).toBeUndefined();
  const { invoiceId } = await findBegun(sessionId);
  expect((await product.pay(`${product.url}/dev/card/invoices/${invoiceId}`)).status).toBe(200);
  const { payment } = await buyer.sees('singer', 'ACTIVE');
  expect(payment).toMatchObject({ amount: 19, status: 'paid' });
  const { checkoutId } = await behind(buyer, 'singer');
  expect(await rows('select amount_cents from plan_payment where checkout_id = $1', [checkoutId])).toEqual([
    { amount_cents: 1_900 },
  ]);
});
