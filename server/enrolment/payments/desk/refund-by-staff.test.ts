import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBookDifferences } from '../../../testing/books.ts';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import { createRunning } from '../../../testing/running.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let finance: Employed;
let admissions: Employed;
const desk = openDesk(() => product);
const { checkout, mailsTo, orderOf, memberOf, paymentOf, sessionOf } = createBuying(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1 } });
  finance = await desk.console.employ({ role: 'finance', partners: ['uts'] });
  admissions = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const codeOf = ({ status, body }: { status: number; body: any }) => body?.error?.code ?? String(status);
const refundsOf = (orderId: string) =>
  desk.query(
    `select r.amount_cents as cents, r.state, r.source, r.reason, r.staff_id as "staffId", r.note
     from refund r join payment p on p.id = r.payment_id where p.order_id = $1 order by r.created_at, r.id`,
    orderId,
  );
const cancelCohort = (cohortId: string) => desk.query('update cohort set cancelled_at = now() where id = $1', cohortId);
const mailed = async ({ email }: Student, subject: string) =>
  (await mailsTo(email)).filter((mail) => mail.subject === subject);

describe('a refund by staff', () => {
  test('of a part keeps seat and enrolment, is mailed, and says who decided it and why', async () => {
    const { student, orderId } = await desk.bought();
    const answer = await desk.refund(orderId, finance.cookie, { amountCents: 100_000, reason: 'Two weeks ill.' });
    expect(codeOf(answer)).toBe('200');
    await eventually(async () => (await orderOf(student)).refundedCents === 100_000);
    expect(await orderOf(student)).toMatchObject({ state: 'paid', moneyBack: 'returned' });
    expect((await memberOf(student)).customFields.stage).toBe('3');
    expect(await refundsOf(orderId)).toEqual([
      {
        cents: 100_000,
        state: 'succeeded',
        source: 'staff',
        reason: 'staff-decision',
        staffId: finance.id,
        note: 'Two weeks ill.',
      },
    ]);
    await eventually(async () => (await mailed(student, 'A part of your payment is on its way back')).length === 1);
    const [mail] = await mailed(student, 'A part of your payment is on its way back');
    expect(mail!.text).toContain('1,000.00');
    expect(mail!.text).not.toContain('Two weeks ill');
    const acts = await desk.query(
      'select staff_id, reason, note, partner from audit_entry where subject = $1',
      orderId,
    );
    expect(acts).toEqual([{ staff_id: finance.id, reason: 'Two weeks ill.', note: 'NZD 1,000.00', partner: 'uts' }]);
  });

  test('of the rest ends enrolment and frees the seat once the provider has paid it back', async () => {
    const { student, orderId } = await desk.bought();
    await desk.refund(orderId, finance.cookie, { amountCents: 100_000 });
    await eventually(async () => (await orderOf(student)).refundedCents === 100_000);
    expect(codeOf(await desk.refund(orderId, finance.cookie))).toBe('200');
    await eventually(async () => (await orderOf(student)).state === 'refunded');
    expect((await memberOf(student)).customFields).toMatchObject({ stage: '2', 'payment-status': '' });
    expect(await desk.query('select state from seat_claim where order_id = $1', orderId)).toEqual([
      { state: 'released' },
    ]);
    expect((await refundsOf(orderId)).map(({ cents }) => cents)).toEqual([100_000, 1_137_500]);
    await eventually(async () => (await mailed(student, 'Your payment has been refunded')).length === 1);
    expect(await findBookDifferences(product.database)).toEqual([]);
  });

  test.for([-1, 0, 0.5, Number.NaN, '100', null, 1e12])('of %s cents is refused', async (amountCents) => {
    const { orderId } = await desk.bought();
    expect(codeOf(await desk.refund(orderId, finance.cookie, { amountCents }))).toBe('invalid-request');
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('is told in the currency that was paid, where the order asked for another', async () => {
    const { orderId } = await desk.bought();
    await desk.query(`update payment set currency = 'USD' where order_id = $1`, orderId);
    expect((await desk.terms(orderId, finance.cookie)).currency).toBe('USD');
    const { body } = await desk.show(orderId, finance.cookie);
    expect(body.data).toMatchObject({ currency: 'NZD', payments: [{ currency: 'USD' }] });
  });

  test('of more than can go back is refused', async () => {
    const { orderId } = await desk.bought();
    expect(codeOf(await desk.refund(orderId, finance.cookie, { amountCents: 1_237_501 }))).toBe('refund-too-large');
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('beyond the policy needs the permission for it; up to the policy, the one to refund', async () => {
    const { student, orderId, cohortId } = await desk.bought();
    expect(await desk.terms(orderId, admissions.cookie)).toMatchObject({
      refundableCents: 1_237_500,
      policyCents: 0,
      ground: null,
      mayBeyond: false,
    });
    expect(codeOf(await desk.refund(orderId, admissions.cookie, { amountCents: 1 }))).toBe('refund-beyond-policy');
    expect(await refundsOf(orderId)).toEqual([]);
    await cancelCohort(cohortId);
    expect(await desk.terms(orderId, admissions.cookie)).toMatchObject({
      policyCents: 1_237_500,
      ground: 'cohort-cancelled',
    });
    expect(codeOf(await desk.refund(orderId, admissions.cookie))).toBe('200');
    await eventually(async () => (await orderOf(student)).state === 'refunded');
  });

  test('is for roles with the permission, in their scope, with a fresh proof', async () => {
    const { orderId } = await desk.bought();
    const support = await desk.console.employ({ role: 'support', partners: ['uts'] });
    expect(codeOf(await desk.refund(orderId, support.cookie, { amountCents: 1, refundableCents: 1 }))).toBe(
      'access-denied',
    );
    const elsewhere = await desk.console.employ({ role: 'finance', partners: ['uc'] });
    const foreign = await desk.refund(orderId, elsewhere.cookie, { amountCents: 1, refundableCents: 1_237_500 });
    const absent = await desk.refund('ord_none', elsewhere.cookie, { amountCents: 1, refundableCents: 1_237_500 });
    expect([foreign.status, foreign.body.error.code, foreign.body.error.message]).toEqual([
      absent.status,
      absent.body.error.code,
      absent.body.error.message,
    ]);
    expect(foreign.body.error.code).toBe('order-not-found');
    const stale = await desk.console.session(finance.id, { proved: 60 });
    expect(codeOf(await desk.refund(orderId, stale))).toBe('recent-login-required');
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('pressed twice is made once', async () => {
    const { orderId } = await desk.bought();
    const wish = { requestKey: randomUUID(), amountCents: 50_000, refundableCents: 1_237_500 };
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.refund(orderId, finance.cookie, wish)));
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 6 }, () => '200'));
    expect((await refundsOf(orderId)).map(({ cents }) => cents)).toEqual([50_000]);
    // The negative control: another press is another refund.
    const again = { requestKey: randomUUID(), amountCents: 50_000, refundableCents: 1_187_500 };
    expect(codeOf(await desk.refund(orderId, finance.cookie, again))).toBe('200');
    expect(await refundsOf(orderId)).toHaveLength(2);
  });

  test('of two persons at once is one: the others are told that it changed', async () => {
    const { student, orderId } = await desk.bought();
    const others = await Promise.all(
      Array.from({ length: 4 }, () => desk.console.employ({ role: 'finance', partners: ['uts'] })),
    );
    const wish = { amountCents: 700_000, refundableCents: 1_237_500 };
    const answers = await Promise.all(
      [finance, ...others].map(({ cookie }) => desk.refund(orderId, cookie, { ...wish, requestKey: randomUUID() })),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['200', ...Array.from({ length: 4 }, () => 'changed-meanwhile')]);
    expect((await refundsOf(orderId)).map(({ cents }) => cents)).toEqual([700_000]);
    await eventually(async () => (await orderOf(student)).refundedCents === 700_000);
  });

  test('for a cancelled cohort is told where the student has taken another one meanwhile, who keeps it', async () => {
    const { student, orderId, cohortId } = await desk.bought();
    expect((await (await createRunning(product)).cancel(cohortId)).status).toBe(200);
    const { ground } = await desk.terms(orderId, finance.cookie);
    expect(ground).toBe('cohort-cancelled');
    const other = await product.buildCohort(1);
    await student.post('/enrolment/order/run-choice', { choice: 'cohort', cohortId: other });
    expect(codeOf(await desk.refund(orderId, finance.cookie, { ground }))).toBe('changed-meanwhile');
    expect(await refundsOf(orderId)).toEqual([]);
    expect(await orderOf(student)).toMatchObject({ state: 'paid', cohort: { id: other } });
    // As it stands now, Finance may decide beyond the policy.
    expect(codeOf(await desk.refund(orderId, finance.cookie, { ground: null, amountCents: 100_000 }))).toBe('200');
  });

  test('never goes beyond the money that is here, while a refund begun at the provider arrives', async () => {
    const { student, orderId } = await desk.bought();
    const payment_intent = await paymentOf(student);
    const [, answer] = await Promise.all([
      product.call('POST', '/dev/card/refunds', { body: { payment_intent, amount: 1_000_000 } }),
      desk.refund(orderId, finance.cookie, { amountCents: 1_000_000, refundableCents: 1_237_500 }),
    ]);
    expect(['200', 'changed-meanwhile']).toContain(codeOf(answer));
    await eventually(async () => (await orderOf(student)).refundedCents === 1_000_000);
    await eventually(async () =>
      (await refundsOf(orderId)).every(({ state }) => !['requested', 'pending'].includes(state)),
    );
    const returned = (await refundsOf(orderId)).filter(({ state }) => state === 'succeeded');
    expect(returned.reduce((sum, { cents }) => sum + cents, 0)).toBe(1_000_000);
    expect((await orderOf(student)).state).toBe('paid');
    expect(await desk.terms(orderId, finance.cookie)).toMatchObject({ refundableCents: 237_500 });
    expect(await findBookDifferences(product.database)).toEqual([]);
  });

  test('that the provider refuses shows as failed, and costs no seat', async () => {
    const { student, orderId } = await desk.bought();
    // We have not heard of the refund that was begun there.
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
    const body = { payment_intent: await paymentOf(student), amount: 1_000_000 };
    await product.call('POST', '/dev/card/refunds', { body });
    expect(codeOf(await desk.refund(orderId, finance.cookie, { amountCents: 500_000 }))).toBe('200');
    await eventually(async () => (await refundsOf(orderId))[0].state === 'failed');
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1 } });
    expect((await desk.show(orderId, finance.cookie)).body.data).toMatchObject({
      state: 'paid',
      seat: 'taken',
      refundedCents: 1_000_000,
      refunds: [
        { state: 'failed', source: 'staff', decidedBy: expect.stringMatching(/ \(Test\)$/) },
        { source: 'provider' },
      ],
    });
  });

  test('that the bank sends back shows as failed, and is owed: the policy lets it be tried again', async () => {
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url, cards.refundFails);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    const { id: orderId } = await orderOf(student);
    await desk.refund(orderId, finance.cookie);
    await eventually(async () => (await refundsOf(orderId))[0].state === 'failed');
    expect(await orderOf(student)).toMatchObject({ state: 'refunded', moneyBack: 'failed' });
    expect(await desk.terms(orderId, admissions.cookie)).toMatchObject({ policyCents: 1_237_500, ground: 'owed' });
    expect(codeOf(await desk.refund(orderId, admissions.cookie))).toBe('200');
  });

  test('of an order under review is told to its student as under way until the provider has paid', async () => {
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.call('POST', '/dev/card/faults', { body: settlesByHand });
    await product.call('POST', `/dev/card/sessions/${sessionOf(url)}/amount`, { body: { amount: 900_000 } });
    await product.pay(url, cards.refundPending);
    await eventually(async () => (await orderOf(student)).state === 'review');
    expect((await orderOf(student)).isEnding).toBeUndefined();
    expect(codeOf(await desk.refund(orderId, finance.cookie))).toBe('200');
    expect(await orderOf(student)).toMatchObject({ state: 'review', moneyBack: 'on-its-way', isEnding: true });
    await eventually(async () => (await refundsOf(orderId))[0].state === 'pending');
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).state === 'refunded');
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1 } });
  });

  test('of an order without a seat is all or nothing, and ends it at once', async () => {
    const { orderId } = await desk.bought();
    await desk.query(`update enrolment_order set state = 'unseated' where id = $1`, orderId);
    expect(codeOf(await desk.refund(orderId, admissions.cookie, { amountCents: 5 }))).toBe('refund-not-possible');
    expect(codeOf(await desk.refund(orderId, admissions.cookie))).toBe('200');
    expect((await desk.show(orderId, admissions.cookie)).body.data).toMatchObject({ state: 'refunded', seat: 'none' });
  });

  test.for(['expired', 'processing', 'draft'])('of an order in the state %s is refused', async (state) => {
    const { orderId } = await desk.bought();
    await desk.query(`update enrolment_order set state = $2 where id = $1`, orderId, state);
    const answer = await desk.refund(orderId, finance.cookie, { amountCents: 5, refundableCents: 0 });
    expect(codeOf(answer)).toBe('refund-not-possible');
  });
});
