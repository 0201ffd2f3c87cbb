import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.call('POST', '/dev/card/faults', { body: settlesByHand });
});
afterAll(() => product.stop());

const desk = openDesk(() => product);
const { checkout, orderOf, paymentOf } = createBuying(() => product);

/** A student who paid for a cohort that filled meanwhile, and whose refund, begun at the provider, is on its way. */
async function unseatedAndRefunded(amount?: number) {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url, orderId } = (await checkout(student, cohortId)).body.data;
  await desk.query('delete from seat_claim where order_id = $1', orderId);
  expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
  await product.pay(url, cards.refundPending);
  await eventually(async () => (await orderOf(student)).state === 'unseated');
  const refund = { payment_intent: await paymentOf(student), ...(amount && { amount }) };
  await product.call('POST', '/dev/card/refunds', { body: refund });
  await eventually(async () => (await orderOf(student)).moneyBack === 'on-its-way');
  return { student, orderId, other: await product.buildCohort(1) };
}

test('an unseated student takes no other seat with money on its way back', async () => {
  const { student, orderId, other } = await unseatedAndRefunded();
  expect(await orderOf(student)).toMatchObject({ state: 'unseated', isEnding: true, refundDueAt: null });
  const chosen = await student.post('/enrolment/order/resolve', { choice: 'cohort', cohortId: other });
  expect(chosen.body.error?.code).toBe('refund-under-way');

  const { cookie } = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
  const matter = (await desk.console.call('GET', `/matters/${orderId}`, { cookie })).body.data;
  expect(matter.ways).toEqual([]);
  expect(matter.order.refundDueAt).toBeNull();
  const shown = await desk.console.call('GET', `/orders/${orderId}`, { cookie });
  expect(shown.body.data.refundDueAt).toBeNull();
  const body = { way: 'move', reason: 'They called.', cohortId: other };
  const moved = await desk.console.call('POST', `/matters/${orderId}/decision`, { cookie, body });
  expect(moved.body.error?.code).toBe('way-not-open');

  await settleNow(product);
  await eventually(async () => (await orderOf(student)).state === 'refunded');
  expect(await desk.query('select from seat_claim where cohort_id = $1', other)).toEqual([]);
});

test('an unseated student takes another seat though a part of the money is on its way back', async () => {
  const { student, other } = await unseatedAndRefunded(100);
  const chosen = await student.post('/enrolment/order/resolve', { choice: 'cohort', cohortId: other });
  expect(chosen.body.data?.state).toBe('paid');
});
