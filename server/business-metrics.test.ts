import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from './testing/buying.ts';
import { createBuyers } from './testing/plan-buyers.ts';
import { planSite } from './testing/plan-site.ts';
import { eventually, startTestProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { checkout, confirm, enrolled, orderOf, paymentOf } = createBuying(() => product);
const { buildBuyer } = createBuyers(() => product);

/** What a counter says, by the value of its only label. */
async function read(counter: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const found = text.matchAll(new RegExp(`^${counter}\\{\\w+="([^"]+)"\\} (\\d+)$`, 'gm'));
  return Object.fromEntries([...found].map(([, value, count]) => [value!, Number(count)]));
}

/** By how much a counter grew, where it did. */
async function growthOf(counter: string, before: Record<string, number>): Promise<Record<string, number>> {
  const grown = Object.entries(await read(counter)).map(([value, count]) => [value, count - before[value]!] as const);
  return Object.fromEntries(grown.filter(([, by]) => by !== 0));
}

test('orders that are begun, paid, unseated and refunded are counted once each', async () => {
  const before = await read('intake_orders_total');
  expect(before).toMatchObject({ 'awaiting-payment': expect.any(Number), unseated: expect.any(Number) });
  const { student, url } = await enrolled();
  // The same payment, asked about again.
  await confirm(student, url);
  expect(await growthOf('intake_orders_total', before)).toEqual({ draft: 1, 'awaiting-payment': 1, paid: 1 });

  const [late, quick, third] = [
    await product.buildStudent(),
    await product.buildStudent(),
    await product.buildStudent(),
  ];
  const cohortId = await product.buildCohort(1);
  const offer = (await checkout(late, cohortId)).body.data;
  await product.database.pool.query(
    `update seat_claim set expires_at = now() - interval '1 minute' where member_id = $1`,
    [late.memberId],
  );
  expect((await checkout(quick, cohortId)).status).toBe(200);
  expect((await checkout(third, cohortId)).body.error.code).toBe('cohort-full');
  await product.pay(offer.url);
  expect((await confirm(late, offer.url)).state).toBe('unseated');
  await late.post('/enrolment/order/resolve', { choice: 'refund' });
  await eventually(async () => (await orderOf(late)).refundedCents > 0);
  expect(await growthOf('intake_orders_total', before)).toEqual({
    draft: 3,
    'awaiting-payment': 3,
    paid: 1,
    unseated: 1,
    refunded: 1,
  });
});

test('events of the card provider are counted once each, by what they are about', async () => {
  const readStored = async () => {
    const { rows } = await product.database.pool.query<{ checkout: number; refund: number }>(
      `select count(*) filter (where type like 'checkout.%')::int as checkout,
         count(*) filter (where type like '%refund%')::int as refund from provider_event`,
    );
    return rows[0]!;
  };
  const [before, stored] = [await read('intake_card_events_total'), await readStored()];
  const { student } = await enrolled();
  await product.call('POST', '/dev/card/refunds', { body: { payment_intent: await paymentOf(student) } });
  await eventually(async () => (await readStored()).refund > stored.refund);
  // An event is counted once it is committed, which another statement may see a moment before.
  await expect
    .poll(async () => {
      const now = await readStored();
      const grown = await growthOf('intake_card_events_total', before);
      return [grown['checkout'] === now.checkout - stored.checkout, grown['refund'] === now.refund - stored.refund];
    })
    .toEqual([true, true]);
});

test('the end of a dispute is counted apart from its beginning, which waits for an answer', async () => {
  const payment = await paymentOf((await enrolled()).student);
  const before = await read('intake_card_events_total');
  const move = (status: string) =>
    product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status } });
  const grown = () => growthOf('intake_card_events_total', before);
  await move('needs_response');
  await expect.poll(grown).toMatchObject({ dispute: 2 });
  await move('won');
  await expect.poll(grown).toMatchObject({ dispute: 2, 'dispute-ended': 2 });
});

test('checkouts of plans are counted once each', async () => {
  const before = await read('intake_plan_checkouts_total');
  const buyer = await buildBuyer();
  await buyer.buy('benefactor');
  await buyer.sees('benefactor', 'ACTIVE');
  expect(await growthOf('intake_plan_checkouts_total', before)).toEqual({ open: 1, completed: 1 });
});
