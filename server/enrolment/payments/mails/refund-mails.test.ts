import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import { createMoving, dayAhead } from '../../../testing/moving.ts';
import { createRunning } from '../../../testing/running.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let finance: Employed;
const desk = openDesk(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  finance = await desk.console.employ({ role: 'finance', partners: ['uts'] });
});
afterAll(() => product.stop());

const { checkout, mailsTo, orderOf, paymentOf } = createBuying(() => product);

/** The text of a mail to a student, once it is there. */
async function mailed({ email }: Student, subject: string): Promise<string> {
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject === subject);
  await eventually(async () => (await find()) !== undefined);
  return (await find())!.text;
}

/** A student who is enrolled, and has the page of an earlier order open. */
async function enrolledWithSecondPage() {
  const student = await product.buildStudent();
  const second = (await checkout(student, await product.buildCohort(1))).body.data;
  // Ended here, but not at the provider.
  await desk.query(`update enrolment_order set state = 'expired' where id = $1`, second.orderId);
  await product.pay((await checkout(student, await product.buildCohort(1))).body.data.url);
  await eventually(async () => (await orderOf(student)).state === 'paid');
  const { reference } = await orderOf(student);
  return { student, second, reference };
}

test('the refund of a second payment says that the first order and its seat stay, and ends no seat', async () => {
  const { student, second, reference } = await enrolledWithSecondPage();
  await product.pay(second.url);
  for (const subject of ['Your refund is on its way', 'Your payment has been refunded']) {
    const text = await mailed(student, subject);
    expect(text).toMatch(new RegExp(`Your order ${reference} is paid and stays as it is: you keep your seat`));
    expect(text).not.toContain('given back');
  }
});

test('a dispute that is lost about a second payment ends no enrolment, and its mail says so', async () => {
  const { student, second, reference } = await enrolledWithSecondPage();
  await product.pay(second.url, cards.refundFails);
  await mailed(student, 'Your refund did not go through');
  const [{ payment }] = await desk.query(
    'select provider_payment_id as payment from payment where order_id = $1',
    second.orderId,
  );
  for (const status of ['needs_response', 'lost'])
    await product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status } });
  const text = await mailed(student, 'Your bank has taken a payment back');
  expect(text).toMatch(new RegExp(`Your order ${reference} is paid and stays as it is: you keep your seat`));
  expect(text).not.toContain('given back');
});

test('the refund of an order that never had a seat tells of none', async () => {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url, orderId } = (await checkout(student, cohortId)).body.data;
  await desk.query(`delete from seat_claim where order_id = $1`, orderId);
  expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
  await product.pay(url);
  await eventually(async () => (await orderOf(student)).state === 'unseated');
  await student.post('/enrolment/order/resolve', { choice: 'refund' });
  expect(await mailed(student, 'Your payment has been refunded')).not.toContain('seat');
});

/** What a student is mailed of a part that finance pays back. */
async function partText({ student, orderId }: { student: Student; orderId: string }): Promise<string> {
  expect((await desk.refund(orderId, finance.cookie, { amountCents: 10_000 })).status).toBe(200);
  return mailed(student, 'A part of your payment is on its way back');
}

test('the refund of a part says that the seat stays, and of a run that is cancelled or was moved what there is to choose', async () => {
  const kept = await desk.bought();
  expect(await partText(kept)).toContain('Your seat stays yours, and nothing else changes');
  const running = await createRunning(product);
  const cancelled = await desk.bought();
  expect((await running.cancel(cancelled.cohortId)).status).toBe(200);
  const moved = await desk.bought();
  expect((await createMoving(product, running).move(moved.cohortId, dayAhead(90))).status).toBe(200);
  const ofCancelled = await partText(cancelled);
  expect(ofCancelled).toContain('does not take place, and you have not chosen yet what you want instead');
  const ofMoved = await partText(moved);
  expect(ofMoved).toMatch(
    /not chosen yet what you want now that we have moved .+ you can keep your seat at the new dates/s,
  );
  for (const text of [ofCancelled, ofMoved]) {
    expect(text).toContain('If we do not hear from you by then');
    expect(text).not.toContain('Your seat stays yours');
  }
});

test('the refund of a paid order tells that its seat has been given back', async () => {
  const { student, orderId } = await desk.bought();
  await desk.refund(orderId, finance.cookie);
  expect(await mailed(student, 'Your payment has been refunded')).toContain('and the seat has been given back');
});

/** A refund by finance that the card provider refuses, and that they have paid another way. */
async function paysElsewhere(orderId: string, wish: { amountCents?: number } = {}): Promise<void> {
  await product.call('POST', '/dev/card/faults', {
    body: { api: { mode: '400', method: 'POST', path: '/v1/refunds', times: 1 } },
  });
  await desk.refund(orderId, finance.cookie, wish);
  const failed = () =>
    desk.query(
      `select id from review_item where subject = $1 and kind = 'refund-failed' and resolved_at is null`,
      orderId,
    );
  await eventually(async () => (await failed()).length > 0);
  const [{ id }] = await failed();
  const body = { way: 'returned-elsewhere', reason: 'By transfer.', reference: 'ANZ 4471' };
  const answer = await desk.console.call('POST', `/matters/${id}/money`, { cookie: finance.cookie, body });
  expect(answer.status).toBe(200);
}

test('each part that was paid back another way is told, and what went to the card apart from them', async () => {
  const { student, orderId } = await desk.bought();
  const kind = `select 1 from mail_outbox where member_id = $1 and kind = 'order-returned-elsewhere'`;
  for (const times of [1, 2]) {
    await paysElsewhere(orderId, { amountCents: 100_000 });
    expect(await desk.query(kind, student.memberId)).toHaveLength(times);
  }
  expect(await orderOf(student)).toMatchObject({ state: 'paid', moneyBack: 'returned' });
  await desk.refund(orderId, finance.cookie);
  expect(await mailed(student, 'Your payment has been refunded')).toContain(
    'NZ$10,375.00 has been paid back to the card you paid with, and NZ$2,000.00 another way',
  );
});

test('the rest of an order that has ended is told when it has come back, although a part went another way', async () => {
  const { student, orderId, cohortId } = await desk.bought();
  await paysElsewhere(orderId, { amountCents: 100_000 });
  expect((await (await createRunning(product)).cancel(cohortId)).status).toBe(200);
  const chosen = await student.post('/enrolment/order/run-choice', { choice: 'refund' });
  expect(chosen.body.data.state).toBe('refunded');
  expect(await mailed(student, 'Your payment has been refunded')).toContain(
    'NZ$11,375.00 has been paid back to the card you paid with, and NZ$1,000.00 another way',
  );
});

test('money that was paid back another way is said to be so, and that the seat ends with it', async () => {
  const { student, orderId } = await desk.bought();
  await paysElsewhere(orderId);
  expect((await orderOf(student)).state).toBe('refunded');
  const text = await mailed(student, 'Your money has been paid back another way');
  expect(text).toMatch(/has ended with it, and the seat has been given back/);
  // Any later news of the payment has everything about its refunds read again.
  const payment = await paymentOf(student);
  const dispute = { payment_intent: payment, status: 'needs_response' };
  await product.call('POST', '/dev/card/disputes', { body: dispute });
  const heard = `select from provider_event where type = 'charge.dispute.created' and processed_at is not null and provider_payment_id = $1`;
  await eventually(async () => (await desk.query(heard, payment)).length === 1);
  const kinds = `select kind from mail_outbox where member_id = $1 and kind = 'order-refunded'`;
  expect(await desk.query(kinds, student.memberId)).toEqual([]);
});
