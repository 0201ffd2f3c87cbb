import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { countWaiting, theMember } from '../../../testing/held-locks.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, confirm, mailsTo, orderOf } = createBuying(() => product);

/** Shifts an order's checkout and hold into the past, so that the checkout expired `minutesOver` minutes ago. */
async function runOut(orderId: string, minutesOver: number): Promise<void> {
  await product.database.pool.query(
    `with passed as (
       select id, session_expires_at - now() + make_interval(mins => $2) as time from enrolment_order where id = $1
     ), held as (
       update seat_claim set expires_at = expires_at - passed.time from passed where order_id = passed.id
     )
     update enrolment_order o set session_expires_at = session_expires_at - passed.time from passed where o.id = passed.id`,
    [orderId, minutesOver],
  );
}

async function buildBuyer() {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url, orderId } = (await checkout(student, cohortId)).body.data;
  const another = async () => (await checkout(await product.buildStudent(), cohortId)).body.error?.code;
  return { student, cohortId, url, orderId, another };
}

test('a payment in the last second of its checkout finds its seat, though the news takes four minutes', async () => {
  const { student, url, orderId, another } = await buildBuyer();
  await runOut(orderId, 4);
  expect(await another()).toBe('cohort-full');
  await product.pay(url);
  expect((await confirm(student, url)).state).toBe('paid');
});

test('a seat is kept for more than a week while a bank takes its time with the payment', async () => {
  await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 3_600 } });
  const { student, url, another } = await buildBuyer();
  await product.pay(url, cards.settlesLater);
  const order = await confirm(student, url);
  expect(order.state).toBe('processing');
  expect(Date.parse(order.holdExpiresAt) - Date.now()).toBeGreaterThan(7 * 86_400_000);
  expect(await another()).toBe('cohort-full');
});

/** A student whose bank pays after the hold had expired. */
async function paysLate() {
  await product.call('POST', '/dev/card/faults', { body: settlesByHand });
  const buyer = await buildBuyer();
  await runOut(buyer.orderId, 6);
  return buyer;
}

test('news of a bank payment that comes after the hold has expired takes a free seat', async () => {
  const { student, url, another } = await paysLate();
  await product.pay(url, cards.settlesLater);
  const order = await confirm(student, url);
  expect(Date.parse(order.holdExpiresAt) - Date.now()).toBeGreaterThan(7 * 86_400_000);
  expect(await another()).toBe('cohort-full');
  await settleNow(product);
  await eventually(async () => (await orderOf(student)).state === 'paid');
});

test('news of a bank payment that finds the cohort full takes no seat, and its mail says so', async () => {
  const { student, url, another } = await paysLate();
  expect(await another()).toBeUndefined();
  await product.pay(url, cards.settlesLater);
  expect(await confirm(student, url)).toMatchObject({ state: 'processing', holdExpiresAt: null });
  const find = async () => (await mailsTo(student.email)).find(({ subject }) => subject.startsWith('Your bank'));
  await eventually(async () => (await find()) !== undefined);
  expect((await find())!.text).toContain('You get a seat if one is free when the payment arrives');
  expect((await find())!.text).not.toContain('kept');
});

test('a checkout that has run out is expired, also where its student starts over before that was heard', async () => {
  await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
  const { student, orderId } = await buildBuyer();
  await runOut(orderId, 6);
  expect((await student.post('/enrolment/checkout/cancel')).body.data.state).toBe('expired');
});

/**
 * Begins `act` of a buyer, lets the hold end while that waits for the member's row, and another buyer take the seat. The
 * transaction of `act` has begun while the hold was live.
 */
async function outwait<T>(
  { student, orderId, another }: Awaited<ReturnType<typeof buildBuyer>>,
  act: () => Promise<T>,
): Promise<T> {
  const { db, pool } = product.database;
  const acting = await db.transaction().execute(async (tx) => {
    await theMember(student.memberId)(tx);
    const begun = act();
    begun.catch(() => undefined);
    await eventually(async () => (await countWaiting(product.database)) > 0);
    await pool.query(`update seat_claim set expires_at = clock_timestamp() where order_id = $1`, [orderId]);
    expect(await another()).toBeUndefined();
    return { begun };
  });
  return acting.begun;
}

test('a payment that waits while its hold ends gets no seat that was sold meanwhile', async () => {
  const buyer = await buildBuyer();
  const { student, url } = buyer;
  await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
  await product.pay(url);
  expect((await outwait(buyer, () => confirm(student, url))).state).toBe('unseated');
});

test("news of a bank's payment that waits while the hold ends keeps no seat that was sold meanwhile", async () => {
  const buyer = await buildBuyer();
  const { student, url } = buyer;
  await product.call('POST', '/dev/card/faults', { body: { ...settlesByHand, events: { drop: true } } });
  await product.pay(url, cards.settlesLater);
  expect(await outwait(buyer, () => confirm(student, url))).toMatchObject({ state: 'processing', holdExpiresAt: null });
});

test('another checkout that waits while the hold ends takes over no seat that was sold meanwhile', async () => {
  const buyer = await buildBuyer();
  const deposit = () => checkout(buyer.student, buyer.cohortId, { paymentType: 'deposit' });
  expect((await outwait(buyer, deposit)).body.error.code).toBe('cohort-full');
});
