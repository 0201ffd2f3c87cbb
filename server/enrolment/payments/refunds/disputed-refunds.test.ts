import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let finance: Employed;
const desk = openDesk(() => product);
const { checkout, mailsTo, orderOf, paymentOf } = createBuying(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  finance = await desk.console.employ({ role: 'finance', partners: ['uts'] });
});
afterAll(() => product.stop());

const moveDispute = async (student: Student, status: 'needs_response' | 'won' | 'lost', amount?: number) =>
  product.call('POST', '/dev/card/disputes', {
    body: { payment_intent: await paymentOf(student), status, ...(amount && { amount }) },
  });
const mattersOf = (orderId: string) =>
  desk.query('select id, kind from review_item where subject = $1 and resolved_at is null', orderId);

/** Reconciliation asks again for refunds that have waited for a minute. */
async function reconcile(): Promise<void> {
  await desk.query(`update refund set updated_at = updated_at - interval '2 minutes'`);
  await desk.query(`select graphile_worker.add_job('reconcile')`);
}

/** A student whose whole refund staff have decided while their bank disputes the payment. */
async function disputedRefund(disputedCents?: number, { refundedBefore = 0 } = {}) {
  const bought = await desk.bought();
  if (refundedBefore > 0) {
    await desk.refund(bought.orderId, finance.cookie, { amountCents: refundedBefore });
    await eventually(async () => (await orderOf(bought.student)).refundedCents === refundedBefore);
  }
  await moveDispute(bought.student, 'needs_response', disputedCents);
  expect((await desk.refund(bought.orderId, finance.cookie)).status).toBe(200);
  await eventually(async () => (await mattersOf(bought.orderId)).length > 0);
  return bought;
}

test('a refund of a disputed payment waits: staff are told not to pay by hand, and the student that it is on its way', async () => {
  const { student, orderId } = await disputedRefund();
  const [matter] = await mattersOf(orderId);
  expect(matter).toMatchObject({ kind: 'refund-disputed' });
  const shown = await desk.console.call('GET', `/matters/${matter!.id}`, { cookie: finance.cookie });
  expect(shown.body.data.ways.map(({ way }: { way: string }) => way)).toEqual(['seen']);
  expect(await orderOf(student)).toMatchObject({ state: 'paid', moneyBack: 'on-its-way' });
  expect((await mailsTo(student.email)).map(({ subject }) => subject)).not.toContain('Your refund did not go through');
});

test('a refund that waited for a dispute is made once the dispute is won, and its matter ends by itself', async () => {
  const { student, orderId } = await disputedRefund();
  await moveDispute(student, 'won');
  await reconcile();
  await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  expect((await orderOf(student)).refundedCents).toBe(1_237_500);
  expect(await mattersOf(orderId)).toEqual([]);
  const [{ id }] = (await desk.query(`select id from review_item where subject = $1`, orderId)) as [{ id: string }];
  const shown = await desk.console.call('GET', `/matters/${id}`, { cookie: finance.cookie });
  expect(shown.body.data).toMatchObject({ ways: [], decided: { by: null } });
});

test('a refund that waited for a dispute is not made once the dispute is lost, and no matter is left', async () => {
  const { student, orderId } = await disputedRefund();
  await moveDispute(student, 'lost');
  await reconcile();
  const states = `select r.state from refund r join payment p on p.id = r.payment_id where p.order_id = $1`;
  await eventually(async () => (await desk.query(states, orderId))[0]?.state === 'failed');
  await eventually(async () => (await orderOf(student)).moneyBack === 'taken-by-bank');
  expect(await mattersOf(orderId)).toEqual([]);
  const ended = `select 1 from mail_outbox where kind = 'order-disputed' and recipient = $1`;
  expect(await desk.query(ended, student.email)).toHaveLength(1);
  expect((await mailsTo(student.email)).map(({ subject }) => subject)).not.toContain('Your refund did not go through');
});

test('a refund that waited for a dispute about a part is made of what the bank has left', async () => {
  const { student, orderId } = await disputedRefund(200_000);
  await moveDispute(student, 'lost');
  await eventually(async () => (await mattersOf(orderId)).some(({ kind }) => kind === 'dispute-lost-in-part'));
  await reconcile();
  await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  expect(await orderOf(student)).toMatchObject({ state: 'refunded', refundedCents: 1_037_500 });
  expect((await mattersOf(orderId)).map(({ kind }) => kind)).not.toContain('refund-failed');
});

describe('a refund that failed before its payment was disputed', () => {
  async function failedRefund() {
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 0 } });
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url, cards.refundFails);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    await desk.refund(orderId, finance.cookie);
    await eventually(async () => (await mattersOf(orderId)).length > 0);
    const [matter] = await mattersOf(orderId);
    expect(matter).toMatchObject({ kind: 'refund-failed' });
    return { student, matterId: matter!.id as string };
  }
  const waysOf = async (matterId: string) =>
    (await desk.console.call('GET', `/matters/${matterId}`, { cookie: finance.cookie })).body.data.ways.map(
      ({ way }: { way: string }) => way,
    );
  const payByHand = (matterId: string) =>
    desk.console.call('POST', `/matters/${matterId}/money`, {
      cookie: finance.cookie,
      body: { way: 'returned-elsewhere', reason: 'A transfer.', reference: 'ANZ 4471' },
    });

  test('is not taken as paid another way while the dispute is open, and is once the dispute is won', async () => {
    const { student, matterId } = await failedRefund();
    await moveDispute(student, 'needs_response');
    expect(await waysOf(matterId)).toEqual(['retry']);
    expect((await payByHand(matterId)).body.error?.code).toBe('payment-disputed');
    expect(await orderOf(student)).toMatchObject({ moneyBack: 'failed', refundedCents: 0 });
    await moveDispute(student, 'won');
    expect(await waysOf(matterId)).toEqual(['retry', 'returned-elsewhere']);
    expect((await payByHand(matterId)).status).toBe(200);
    expect((await orderOf(student)).refundedCents).toBe(1_237_500);
  });

  test('is not taken as paid another way while the card provider cannot say whether it is disputed', async () => {
    const { student, matterId } = await failedRefund();
    await product.call('POST', '/dev/card/faults', { body: { api: { mode: '500', path: '/v1/disputes' } } });
    expect((await payByHand(matterId)).body.error?.code).toBe('payment-provider-unavailable');
    await product.call('DELETE', '/dev/card/faults');
    expect((await orderOf(student)).refundedCents).toBe(0);
  });
});

test('a refund of the rest that waited for a dispute about a part is made of what the bank and an earlier refund have left', async () => {
  const { student, orderId } = await disputedRefund(300_000, { refundedBefore: 200_000 });
  await moveDispute(student, 'lost');
  await eventually(async () => (await mattersOf(orderId)).some(({ kind }) => kind === 'dispute-lost-in-part'));
  await reconcile();
  await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  expect(await orderOf(student)).toMatchObject({ state: 'refunded', refundedCents: 937_500 });
  expect((await mattersOf(orderId)).map(({ kind }) => kind)).not.toContain('refund-failed');
});

test('a refund that waited for a dispute about a part is made of what the bank has left, though the event of its end is late', async () => {
  const { student, orderId } = await disputedRefund(200_000);
  await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
  await moveDispute(student, 'lost');
  await reconcile();
  await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  expect((await orderOf(student)).refundedCents).toBe(1_037_500);
  expect((await mattersOf(orderId)).map(({ kind }) => kind)).not.toContain('refund-failed');
  await product.call('POST', '/dev/card/faults', { body: {} });
});
