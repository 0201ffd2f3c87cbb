import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBookDifferences } from '../../../testing/books.ts';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { createRunning } from '../../../testing/running.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let finance: Employed;
const desk = openDesk(() => product);
const { mailsTo, memberOf, orderOf, paymentOf } = createBuying(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  finance = await desk.console.employ({ role: 'finance', partners: ['uts'] });
});
afterAll(() => product.stop());

const paidCents = 1_237_500;
const lostCents = 200_000;
const call = (path: string) => desk.console.call('GET', path, { cookie: finance.cookie });
const mattersOf = (orderId: string) =>
  desk.query('select id, kind from review_item where subject = $1 and resolved_at is null', orderId);

/** The line of the accounting export about the dispute of a payment. */
async function disputeInExport(payment: string): Promise<string | undefined> {
  // Two days on each side: the export counts them where the partner is.
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const file = String((await call(`/money.csv?from=${dayAfter(-2)}&until=${dayAfter(2)}`)).body);
  return file.split('\r\n').find((line) => line.includes(payment) && /dispute/i.test(line));
}

/** A student whose bank has taken a part of the payment back. */
async function disputedInPart() {
  const bought = await desk.bought();
  const payment = await paymentOf(bought.student);
  const body = { payment_intent: payment, amount: lostCents };
  for (const status of ['needs_response', 'lost'])
    await product.call('POST', '/dev/card/disputes', { body: { ...body, status } });
  await eventually(async () => (await mattersOf(bought.orderId)).length > 0);
  return { ...bought, payment };
}

test('a lost dispute about a part of a payment leaves the seat to the decision of staff', async () => {
  const { student, orderId } = await disputedInPart();
  expect(await orderOf(student)).toMatchObject({ state: 'paid', moneyBack: null });
  expect((await memberOf(student)).customFields.stage).toBe('3');
  expect((await mailsTo(student.email)).map(({ subject }) => subject)).not.toContain('Your enrolment has ended');
  const [matter] = await mattersOf(orderId);
  expect(matter).toMatchObject({ kind: 'dispute-lost-in-part' });
  expect((await call(`/matters/${matter!.id}`)).body.data.ways).toMatchObject([
    { way: 'pay-back', backCents: paidCents - lostCents },
    { way: 'keep' },
  ]);
  expect(await desk.terms(orderId, finance.cookie)).toMatchObject({ refundableCents: paidCents - lostCents });
});

test('what a bank took back of a payment is told alike to the student, on receipts, and to staff', async () => {
  const { student, orderId } = await disputedInPart();
  expect(await orderOf(student)).toMatchObject({ paidCents, refundedCents: 0, lostCents });
  expect((await desk.show(orderId, finance.cookie)).body.data).toMatchObject({
    paidCents,
    refundedCents: 0,
    payments: [{ amountCents: paidCents, isDisputeLost: false, lostCents }],
  });
  await desk.console.call('POST', `/orders/${orderId}/receipt`, { cookie: finance.cookie, body: {} });
  const receipt = async () => (await mailsTo(student.email)).find(({ subject }) => subject.startsWith('Your receipt'));
  await eventually(async () => (await receipt()) !== undefined);
  expect((await receipt())!.text).toMatch(/Taken back by your bank: NZ\$2,000\.00/);
});

test('a lost dispute about a part of a payment stands in the books with its amount', async () => {
  const { payment } = await disputedInPart();
  expect(await disputeInExport(payment)).toContain('Dispute,-2000,NZD');
  const { differences } = (await call('/reconciliation?what=disputes')).body.data;
  expect(differences.filter(({ id }: { id: string }) => id === payment)).toEqual([]);
  expect(await findBookDifferences(product.database)).toEqual([]);
});

test('staff pay the rest back after a lost dispute about a part: enrolment ends, and the mail names what went back', async () => {
  const { student, orderId } = await disputedInPart();
  const [matter] = await mattersOf(orderId);
  const body = { way: 'pay-back', reason: 'They asked to leave.' };
  const decided = await desk.console.call('POST', `/matters/${matter!.id}/money`, { cookie: finance.cookie, body });
  expect(decided.status).toBe(200);
  await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  expect(await orderOf(student)).toMatchObject({ state: 'refunded', refundedCents: paidCents - lostCents });
  expect((await memberOf(student)).customFields.stage).toBe('2');
  for (const [subject, words] of [
    ['Your refund is on its way', /Your seat in .+ has been given back, and your enrolment has ended/],
    ['Your payment has been refunded', /10,375\.00/],
  ] as const) {
    const told = async () => (await mailsTo(student.email)).find((mail) => mail.subject === subject)?.text;
    await eventually(async () => (await told()) !== undefined);
    expect(await told()).toMatch(words);
  }
  expect(await findBookDifferences(product.database)).toEqual([]);
});

test('admissions pay the rest back after a lost dispute about a part only where the refund policy does', async () => {
  const running = await createRunning(product);
  const admissions = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
  const { student, orderId, cohortId } = await disputedInPart();
  const [matter] = await mattersOf(orderId);
  const body = { way: 'pay-back', reason: 'They asked to leave.' };
  const decide = () => desk.console.call('POST', `/matters/${matter!.id}/money`, { cookie: admissions.cookie, body });
  expect((await decide()).body.error.code).toBe('refund-beyond-policy');
  expect(await orderOf(student)).toMatchObject({ state: 'paid', moneyBack: null });
  expect(await mattersOf(orderId)).toHaveLength(1);
  expect((await running.cancel(cohortId)).status).toBe(200);
  expect((await decide()).status).toBe(200);
  expect((await orderOf(student)).state).toBe('refunded');
});

describe('a dispute about the rest of a payment that was refunded in part', () => {
  async function disputedRest(card?: string) {
    const bought = await desk.bought(card);
    await desk.refund(bought.orderId, finance.cookie, { amountCents: lostCents });
    await eventually(async () => (await orderOf(bought.student)).refundedCents === lostCents);
    const payment = await paymentOf(bought.student);
    for (const status of ['needs_response', 'lost'])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status } });
    await eventually(async () => (await orderOf(bought.student)).moneyBack === 'taken-by-bank');
    return { ...bought, payment };
  }

  test('takes all of it back, and stands in the books with what the bank took', async () => {
    const { student, orderId, payment } = await disputedRest();
    expect((await orderOf(student)).state).toBe('refunded');
    const { differences } = (await call('/reconciliation?what=disputes')).body.data;
    expect(differences.filter(({ id }: { id: string }) => id === payment)).toEqual([]);
    const entries = (await call(`/orders/${orderId}/timeline?limit=100`)).body.data;
    expect(entries.find(({ title }: { title: string }) => title === 'dispute.lost').detail).toContain('10,375.00');
  });

  test('leaves what was refunded to be paid by hand where that comes back later', async () => {
    await product.call('POST', '/dev/card/faults', { body: settlesByHand });
    const { student, orderId, payment } = await disputedRest(cards.refundFails);
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    expect(await mattersOf(orderId)).toMatchObject([{ kind: 'refund-failed' }]);
    expect(await desk.terms(orderId, finance.cookie)).toMatchObject({ refundableCents: lostCents });
    expect(await disputeInExport(payment)).toContain('Dispute,-10375,NZD');
    const mails = async () => (await mailsTo(student.email)).map(({ subject }) => subject);
    await eventually(async () => (await mails()).includes('Your refund did not go through'));
    expect(await findBookDifferences(product.database)).toEqual([]);
    await product.call('POST', '/dev/card/faults', { body: {} });
  });
});

/** A student of whose payment so much went back by another way, before the bank took back what it took. */
async function returnedElsewhere(cents: number, dispute: { amount?: number } = {}) {
  const bought = await desk.bought();
  const payment = await paymentOf(bought.student);
  await desk.query(
    `insert into refund (id, payment_id, amount_cents, state, source, reason)
     select 'rfd_' || id, id, $2, 'succeeded', 'staff', 'returned-elsewhere' from payment where order_id = $1`,
    bought.orderId,
    cents,
  );
  for (const status of ['needs_response', 'lost'])
    await product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status, ...dispute } });
  await eventually(async () => (await orderOf(bought.student)).moneyBack === 'taken-by-bank');
  return { ...bought, payment };
}

test('a dispute lost after the money went back by another way stands in the export with what the bank took', async () => {
  const { payment } = await returnedElsewhere(paidCents);
  expect(await disputeInExport(payment)).toContain('Dispute,-12375,NZD');
});

test('a dispute lost about a part of a payment whose rest went back by another way stands in all books with that part', async () => {
  const { student, orderId, payment } = await returnedElsewhere(lostCents, { amount: 1_100_000 });
  expect((await orderOf(student)).state).toBe('refunded');
  expect(await disputeInExport(payment)).toContain('Dispute,-11000,NZD');
  const { differences } = (await call('/reconciliation?what=disputes')).body.data;
  expect(differences.filter(({ id }: { id: string }) => id === payment)).toEqual([]);
  const entries = (await call(`/orders/${orderId}/timeline?limit=100`)).body.data;
  expect(entries.find(({ title }: { title: string }) => title === 'dispute.lost').detail).toContain('11,000.00');
});
