import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import { openDesk } from '../../../testing/desk.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';
import type { Employed } from '../../../testing/staff-console.ts';
import { moneyBackOf } from '../orders/order-states.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  // Pending refunds settle after one second, so that they end within a test.
  await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1 } });
});
afterAll(() => product.stop());

const { checkout, enrolled, mailsTo, orderOf, paymentOf } = createBuying(() => product);

const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const mailed = async (student: Student, subject: string) =>
  (await mailsTo(student.email)).filter((mail) => mail.subject === subject);
const refund = async (student: Student, amount?: number) =>
  product.call('POST', '/dev/card/refunds', {
    body: { payment_intent: await paymentOf(student), ...(amount && { amount }) },
  });

async function paidWith(card: string): Promise<Student> {
  const student = await product.buildStudent();
  const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
  await product.pay(url, card);
  await eventually(async () => (await orderOf(student)).state === 'paid');
  return student;
}

/** Paid with a card whose refunds are made and come back a moment later. */
const paidWithClosingCard = () => paidWith(cards.refundFails);

/** Waits until every event about a student's payment is handled. */
async function allHandled(student: Student): Promise<void> {
  const waiting = `select 1 from provider_event where provider_payment_id = $1 and processed_at is null`;
  await eventually(async () => (await rows(waiting, await paymentOf(student))).length === 0);
}

async function loseDispute(student: Student): Promise<void> {
  const payment = await paymentOf(student);
  for (const status of ['needs_response', 'lost'])
    await product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status } });
  await eventually(async () => (await orderOf(student)).state === 'refunded');
}

describe('the order shows the state of its refund', () => {
  test('returned once it has gone back', async () => {
    const { student } = await enrolled();
    expect((await orderOf(student)).moneyBack).toBeNull();
    await refund(student);
    await eventually(async () => (await orderOf(student)).state === 'refunded');
    expect((await orderOf(student)).moneyBack).toBe('returned');
  });

  test('taken by the bank after a lost dispute: no refund is promised, on no screen and in no mail', async () => {
    const { student } = await enrolled();
    await loseDispute(student);
    expect(await orderOf(student)).toMatchObject({ moneyBack: 'taken-by-bank', refundedCents: 0 });
    await eventually(async () => (await mailed(student, 'Your enrolment has ended')).length === 1);
    expect((await mailsTo(student.email)).filter(({ subject }) => /refund/i.test(subject))).toEqual([]);
  });

  test('taken by the bank, once the night’s check has asked, where an older process did not note the dispute', async () => {
    const { student } = await enrolled();
    await loseDispute(student);
    await rows(`update payment set dispute_lost = false where provider_payment_id = $1`, await paymentOf(student));
    expect((await orderOf(student)).moneyBack).toBe('failed');
    await rows(`select graphile_worker.add_job('check-invariants')`);
    await eventually(async () => (await orderOf(student)).moneyBack === 'taken-by-bank');
    expect(await mailed(student, 'Your enrolment has ended')).toHaveLength(1);
  });

  test('failed when a refund comes back later, and the member is written to once', async () => {
    const student = await paidWithClosingCard();
    await refund(student);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    expect((await orderOf(student)).refundedCents).toBe(0);
    await eventually(async () => (await mailed(student, 'Your refund did not go through')).length === 1);
    const [mail] = await mailed(student, 'Your refund did not go through');
    expect(mail!.text).toContain('Our team has been told');
    // Repeated events about the same refund cause no second mail.
    await allHandled(student);
    expect(
      await rows(`select 1 from mail_outbox where kind = 'order-refund-failed' and recipient = $1`, student.email),
    ).toHaveLength(1);
  });

  test.each([
    ['returned', cards.refundPending, 0],
    ['failed', cards.refundFails, 1],
  ])('%s, though an older answer of the provider is applied last', async (moneyBack, card, timesSentBack) => {
    const student = await paidWith(card);
    // One event has read the refund and is held up; the others, and those of what becomes of it, are applied meanwhile.
    const api = { mode: 'slow', path: '/v1/disputes', ms: 4_000, times: 1 };
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1, api } });
    await refund(student);
    await eventually(async () => (await orderOf(student)).moneyBack === moneyBack);
    await allHandled(student);
    expect((await orderOf(student)).moneyBack).toBe(moneyBack);
    const { id } = await orderOf(student);
    const sentBack = `select 1 from refund_settlement s join refund r on r.id = s.refund_id
      join payment p on p.id = r.payment_id where p.order_id = $1 and s.returned_at is not null`;
    expect(await rows(sentBack, id)).toHaveLength(timesSentBack);
  });

  test('failed is mailed again when another refund fails too', async () => {
    const student = await paidWithClosingCard();
    for (const failures of [1, 2]) {
      await refund(student);
      await eventually(async () => (await mailed(student, 'Your refund did not go through')).length === failures);
    }
    expect((await orderOf(student)).moneyBack).toBe('failed');
  });

  test('a failed partial refund is mailed while the seat stays', async () => {
    const student = await paidWithClosingCard();
    await refund(student, 10_000);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    expect((await orderOf(student)).state).toBe('paid');
  });

  test('a failure that staff have dealt with does not come back when it is heard of again', async () => {
    const student = await paidWithClosingCard();
    await refund(student);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    const { id } = await orderOf(student);
    const items = () => rows(`select resolved_at from review_item where subject = $1 and kind = 'refund-failed'`, id);
    expect(await items()).toEqual([{ resolved_at: null }]);
    await product.database.pool.query(`update review_item set resolved_at = now() where subject = $1`, [id]);
    // Any other news of the payment: everything the provider says of its refunds is read again.
    await product.call('POST', '/dev/card/disputes', {
      body: { payment_intent: await paymentOf(student), status: 'needs_response' },
    });
    const isDisputeHeard = `select 1 from provider_event where type = 'charge.dispute.created' and processed_at is not null and provider_payment_id = $1`;
    await eventually(async () => (await rows(isDisputeHeard, await paymentOf(student))).length === 1);
    expect(await items()).toEqual([{ resolved_at: expect.any(Date) }]);
  });

  test('a refund that failed before the bank took the payment back is nothing staff must still pay', async () => {
    const student = await paidWithClosingCard();
    await refund(student, 10_000);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    await product.database.pool.query(`update review_item set resolved_at = now() where kind = 'refund-failed'`);
    await loseDispute(student);
    const { id, moneyBack } = await orderOf(student);
    expect(moneyBack).toBe('taken-by-bank');
    expect(
      await rows(`select 1 from review_item where subject = $1 and kind = 'refund-failed' and resolved_at is null`, id),
    ).toEqual([]);
  });

  test('money that is owed is shown before a later attempt to pay that came to nothing', async () => {
    const student = await paidWithClosingCard();
    await refund(student);
    await eventually(async () => (await orderOf(student)).moneyBack === 'failed');
    const { id } = await orderOf(student);
    await checkout(student, await product.buildCohort(1));
    await student.post('/enrolment/checkout/cancel');
    expect(await orderOf(student)).toMatchObject({ id, moneyBack: 'failed' });
  });
});

describe('of several refunds of parts', () => {
  const desk = openDesk(() => product);
  let finance: Employed;
  beforeAll(async () => {
    finance = await desk.console.employ({ role: 'finance', partners: ['uts'] });
    await product.call('POST', '/dev/card/faults', { body: settlesByHand });
  });

  const matterOf = async (orderId: string) => {
    const open = () =>
      rows(`select id from review_item where subject = $1 and kind = 'refund-failed' and resolved_at is null`, orderId);
    await eventually(async () => (await open()).length > 0);
    const [{ id }] = await open();
    return (await desk.console.call('GET', `/matters/${id}`, { cookie: finance.cookie })).body.data;
  };
  const statesOf = async (orderId: string) =>
    (
      await rows(
        `select r.state, r.reason from refund r join payment p on p.id = r.payment_id where p.order_id = $1
         order by r.created_at, r.id`,
        orderId,
      )
    ).map(({ state, reason }) => `${reason} ${state}`);
  /** A part that finance refunds has reached the card, which sends it back once it settles. */
  const begins = async (orderId: string, amountCents: number) => {
    const before = (await statesOf(orderId)).length;
    expect((await desk.refund(orderId, finance.cookie, { amountCents })).status).toBe(200);
    await eventually(async () => (await statesOf(orderId))[before]?.endsWith(' succeeded') === true);
  };
  const settles = async (orderId: string) => {
    await settleNow(product);
    await eventually(async () => (await statesOf(orderId)).every((state) => state.endsWith('failed')));
  };
  /** A student of whose payment two parts could not be paid back. */
  async function twoFailed() {
    const { student, orderId } = await desk.bought(cards.refundFails);
    await begins(orderId, 100_000);
    await begins(orderId, 50_000);
    await settles(orderId);
    return { student, orderId };
  }

  test('each that fails is owed until it is tried again, which counts once where it fails too', async () => {
    const { student, orderId } = await twoFailed();
    await eventually(async () => (await mailed(student, 'Your refund did not go through')).length > 0);
    expect((await orderOf(student)).moneyBack).toBe('failed');
    const matter = await matterOf(orderId);
    expect(matter.ways[0]).toMatchObject({ way: 'retry', backCents: 150_000 });
    const body = { way: 'retry', reason: 'A new card.' };
    const path = `/matters/${matter.id}/money`;
    expect((await desk.console.call('POST', path, { cookie: finance.cookie, body })).status).toBe(200);
    await eventually(async () => (await statesOf(orderId)).at(-1) === 'tried-again succeeded');
    expect((await orderOf(student)).moneyBack).toBe('returned');
    await settles(orderId);
    expect((await matterOf(orderId)).ways[0]).toMatchObject({ way: 'retry', backCents: 150_000 });
  });

  test('a refund of as much is another try, though it is read together with what failed, unless it is cancelled', async () => {
    const { student, orderId } = await desk.bought(cards.refundFails);
    await begins(orderId, 50_000);
    await settles(orderId);
    await refund(student, 50_000);
    const tried = ['staff-decision failed', 'tried-again succeeded'];
    await eventually(async () => (await statesOf(orderId)).length === 2);
    const ofOrder = `payment_id = (select id from payment where order_id = $1)`;
    // As a database from before both knows it, or one that heard of neither.
    const forgotten = `from refund where ${ofOrder} and reason = 'tried-again'`;
    await rows(`delete from refund_settlement where refund_id in (select id ${forgotten})`, orderId);
    await rows(`delete ${forgotten}`, orderId);
    await rows(`update refund set state = 'succeeded' where ${ofOrder}`, orderId);
    // Any news of the payment has everything about its refunds read again.
    const dispute = { payment_intent: await paymentOf(student), status: 'needs_response' };
    await product.call('POST', '/dev/card/disputes', { body: dispute });
    await expect.poll(() => statesOf(orderId)).toEqual(tried);
    expect((await orderOf(student)).moneyBack).toBe('returned');
    await rows(`update refund set state = 'canceled' where ${ofOrder} and reason = 'tried-again'`, orderId);
    expect((await orderOf(student)).moneyBack).toBe('failed');
  });

  test('what had failed is tried again by a refund of as much at the desk, and by no other', async () => {
    const { student, orderId } = await twoFailed();
    await begins(orderId, 20_000);
    expect((await orderOf(student)).moneyBack).toBe('failed');
    expect((await matterOf(orderId)).ways[0]).toMatchObject({ way: 'retry', backCents: 150_000 });
    await begins(orderId, 150_000);
    expect((await statesOf(orderId)).slice(-2)).toEqual(['staff-decision succeeded', 'tried-again succeeded']);
    expect((await orderOf(student)).moneyBack).toBe('returned');
    expect((await matterOf(orderId)).ways).toMatchObject([{ way: 'seen' }]);
  });
});

test.each([
  [
    'the first of two parts failed',
    { state: 'paid', refundedCents: 100, failedCents: 200, lastRefund: 'succeeded' },
    'failed',
  ],
  [
    'one part failed while another is under way',
    { state: 'paid', refundedCents: 0, failedCents: 200, lastRefund: 'pending' },
    'failed',
  ],
  ['nothing was to go back', { state: 'paid', refundedCents: 0, lastRefund: null }, null],
  ['a part went back', { state: 'paid', refundedCents: 100, lastRefund: 'succeeded' }, 'returned'],
  ['a refund was asked for', { state: 'refunded', refundedCents: 0, lastRefund: 'requested' }, 'on-its-way'],
  ['a refund was called off', { state: 'refunded', refundedCents: 0, lastRefund: 'canceled' }, 'failed'],
  ['staff called a part off', { state: 'paid', refundedCents: 0, lastRefund: 'canceled' }, null],
  ['another try is under way', { state: 'refunded', refundedCents: 0, lastRefund: 'pending' }, 'on-its-way'],
  ['only a part has gone back', { state: 'refunded', refundedCents: 100, lastRefund: 'succeeded' }, 'failed'],
] as const)('where %s', (_what, facts, moneyBack) => {
  const none = { paidCents: 50_000, failedCents: 0, isDisputeLost: false, lostCents: 0 };
  expect(moneyBackOf({ ...none, ...facts })).toBe(moneyBack);
});
