import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { openDesk } from '../../testing/desk.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import {
  cards,
  eventually,
  startTestProduct,
  type Answer,
  type Student,
  type TestProduct,
} from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';
import { settleNow, settlesByHand } from '../../testing/settling.ts';

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
  await product.call('POST', '/dev/card/faults', { body: settlesByHand });
});
afterAll(() => product.stop());

const desk = openDesk(() => product);
const { checkout, mailsTo, orderOf } = createBuying(() => product);
const choose = (student: Student, body: unknown) => student.post('/enrolment/order/run-choice', body);
const newDay = dayAhead(90);

async function seated(inCohort?: string): Promise<{ student: Student; cohortId: string; orderId: string }> {
  const cohortId = inCohort ?? (await product.buildCohort(2));
  const student = await product.buildStudent();
  await product.pay((await checkout(student, cohortId)).body.data.url, cards.refundPending);
  await eventually(async () => (await orderOf(student)).state === 'paid');
  return { student, cohortId, orderId: (await orderOf(student)).id };
}

/** The text of a mail to a student, once it is there. */
async function mailed({ email }: Student, subject: string): Promise<string> {
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject === subject);
  await eventually(async () => (await find()) !== undefined);
  return (await find())!.text;
}

/** Staff refund all of an order, and the card provider says that it is on its way. */
async function refundAll(orderId: string): Promise<void> {
  expect((await desk.refund(orderId, running.owner.cookie)).status).toBe(200);
  const states = `select r.state from refund r join payment p on p.id = r.payment_id where p.order_id = $1`;
  await eventually(async () => (await desk.query(states, orderId))[0].state === 'pending');
}

/** Cancels or moves the run of an order, and waits until the job has passed it over: it touches it for that. */
async function passedOver(orderId: string, act: () => Promise<Answer>): Promise<void> {
  const read = async () =>
    (await desk.query(`select updated_at::text as at from enrolment_order where id = $1`, orderId))[0].at;
  const before = await read();
  expect((await act()).status).toBe(200);
  await eventually(async () => (await read()) !== before);
}

test('the student of a cancelled run takes no other seat with money on its way back, and keeps the old one until it has gone', async () => {
  const { student, cohortId, orderId } = await seated();
  await running.cancel(cohortId);
  await refundAll(orderId);
  const order = await orderOf(student);
  expect([order.state, order.isEnding, order.cancelledRun]).toEqual(['paid', true, undefined]);
  const text = await mailed(student, 'Your refund is on its way');
  expect(text).toContain('does not take place');
  expect(text).not.toContain('given back');
  const other = await product.buildCohort(1);
  expect((await choose(student, { choice: 'cohort', cohortId: other })).body.error.code).toBe('refund-under-way');
  expect((await orderOf(student)).cohort.id).toBe(cohortId);

  await settleNow(product);
  await eventually(async () => (await orderOf(student)).state === 'refunded');
  expect(await desk.query(`select from seat_claim where cohort_id = $1`, other)).toEqual([]);
  expect(await mailed(student, 'Your payment has been refunded')).toContain('the seat has been given back');
});

test('a student whose money is on its way back is not asked to choose when the run is cancelled', async () => {
  const { student, cohortId, orderId } = await seated();
  await refundAll(orderId);
  await passedOver(orderId, () => running.cancel(cohortId));
  expect((await mailsTo(student.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringMatching(/please choose|does not take place/),
  );
});

test('a student whose money is on its way back is not asked to choose when the run is moved, and hears of the refund once', async () => {
  const { student, cohortId, orderId } = await seated();
  const beside = await seated(cohortId);
  await refundAll(orderId);
  const moving = createMoving(product, running);
  await passedOver(orderId, () => moving.move(cohortId, newDay));
  const choices = `select outcome from move_choice where order_id = $1`;
  const outcomeOf = async (id: string) => (await desk.query(choices, id))[0]?.outcome;
  await eventually(async () => (await outcomeOf(beside.orderId)) !== undefined);
  await moving.endAnswers(cohortId);
  await eventually(async () => (await outcomeOf(beside.orderId)) === 'no-answer');
  await mailed(beside.student, 'Your refund is on its way');
  const subjects = async ({ email }: Student) => (await mailsTo(email)).map(({ subject }) => subject);
  expect(await subjects(beside.student)).toContainEqual(expect.stringMatching(/please choose/));
  expect(await subjects(student)).not.toContainEqual(expect.stringMatching(/please choose/i));
  expect((await subjects(student)).filter((subject) => subject === 'Your refund is on its way')).toHaveLength(1);
  expect(await outcomeOf(orderId), 'nothing is written down of a student who was not asked').toBeUndefined();
});

test('the student of a moved run keeps no seat with money on its way back, and may still take it', async () => {
  const { student, cohortId, orderId } = await seated();
  await createMoving(product, running).move(cohortId, newDay);
  await refundAll(orderId);
  expect((await orderOf(student)).movedRun).toBeUndefined();
  const kept = await choose(student, { choice: 'keep', startDate: newDay });
  expect(kept.body.error.code).toBe('refund-under-way');
  expect((await choose(student, { choice: 'refund' })).body.data.state).toBe('refunded');
});

test('a part that is on its way back leaves the choice of a cancelled run', async () => {
  const { student, cohortId, orderId } = await seated();
  await running.cancel(cohortId);
  expect((await desk.refund(orderId, running.owner.cookie, { amountCents: 100_000 })).status).toBe(200);
  await eventually(async () => (await orderOf(student)).moneyBack === 'on-its-way');
  expect((await orderOf(student)).cancelledRun).toBeDefined();
  const other = await product.buildCohort(1);
  expect((await choose(student, { choice: 'cohort', cohortId: other })).status).toBe(200);
});

test.for(['cancelled', 'moved'] as const)(
  'the student of a run that is %s while all the money is to go back is asked to choose once that refund fails',
  async (what) => {
    const { student, cohortId, orderId } = await seated();
    const answerRefunds = (mode: '500' | '400') =>
      product.call('POST', '/dev/card/faults', {
        body: { ...settlesByHand, api: { mode, path: '/v1/refunds', method: 'POST' } },
      });
    await answerRefunds('500');
    expect((await desk.refund(orderId, running.owner.cookie)).status).toBe(200);
    await passedOver(orderId, () =>
      what === 'cancelled' ? running.cancel(cohortId) : createMoving(product, running).move(cohortId, newDay),
    );
    const isAsked = async () => (await mailsTo(student.email)).some(({ subject }) => /please choose/.test(subject));
    expect(await isAsked()).toBe(false);
    await answerRefunds('400');
    await desk.query(
      `update refund set updated_at = now() - interval '2 minutes' from payment p where p.id = payment_id and p.order_id = $1`,
      orderId,
    );
    await desk.query(`select graphile_worker.add_job('reconcile')`);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    await desk.query(`select graphile_worker.add_job('settle-${what}-runs')`);
    await eventually(isAsked);
    await product.call('POST', '/dev/card/faults', { body: settlesByHand });
  },
);

test.for(['cancelled', 'moved'] as const)(
  'of the students of a run that is %s, those can choose whose account and whose money are there',
  async (what) => {
    const cohortId = await product.buildCohort(3);
    const moving = createMoving(product, running);
    await seated(cohortId);
    const deleted = await seated(cohortId);
    const refunded = await seated(cohortId);
    const isCancelled = what === 'cancelled';
    expect((await (isCancelled ? running.cancel(cohortId) : moving.move(cohortId, newDay))).status).toBe(200);
    const countsOf = async () =>
      (await (isCancelled ? running.progress(cohortId) : moving.answers(cohortId))).counts as Record<string, number>;
    expect(await countsOf()).toMatchObject({ students: 3, waiting: 3, choosing: 3 });
    await desk.query(`delete from member where id = $1`, deleted.student.memberId);
    await refundAll(refunded.orderId);
    expect(await countsOf()).toMatchObject({ students: 3, waiting: 3, choosing: 1 });
  },
);
