import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBookDifferences } from '../../testing/books.ts';
import { createBuying } from '../../testing/buying.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { createRandom, testSeed } from '../../testing/random.ts';
import { createRunning, type Running } from '../../testing/running.ts';

const buyers = 24;
/** Those who are enrolled before the run is cancelled. */
const early = 6;

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
});
afterAll(() => product.stop());

const { checkout, orderOf, sessionOf } = createBuying(() => product);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;

/** States of a cohort's orders, with how many there are. */
const statesOf = async (cohortId: string): Promise<Record<string, number>> => {
  const rows = await query(
    `select state, count(*)::int as n from enrolment_order where cohort_id = $1 group by state order by state`,
    [cohortId],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

test(
  `while ${buyers} people pay, a cancelled run leaves no order open, and the provider's books agree with ours`,
  { timeout: 240_000 },
  async () => {
    const random = createRandom(testSeed);
    const cohortId = await product.buildCohort(buyers);
    await product.call('POST', '/dev/card/faults', {
      body: { events: { duplicate: 2, delayMs: 150, shuffle: true }, settleSeconds: 1 },
    });
    const students: Student[] = [];
    const urls: string[] = [];
    for (let n = 0; n < buyers; n++) {
      const student = await product.buildStudent();
      students.push(student);
      urls.push((await checkout(student, cohortId)).body.data.url);
    }
    // Some pay before, some at that moment, some after it; a bank settles some of it later.
    await Promise.all(urls.slice(0, early).map((url) => product.pay(url)));
    await eventually(async () => (await statesOf(cohortId))['paid'] === early);
    let paid = 0;
    const paying = urls.slice(early).map(async (url, n) => {
      await product.pay(url, random.pick([cards.success, cards.success, cards.settlesLater]));
      paid += 1;
      // The success page asks at once, the others are left to the card events.
      if (n % 2 === 0) await students[early + n]!.post('/enrolment/payments/confirm', { sessionId: sessionOf(url) });
    });
    await eventually(async () => paid > 2);
    expect((await running.cancel(cohortId)).status).toBe(200);
    await Promise.all(paying);
    await product.call('DELETE', '/dev/card/faults');

    const settle = async () => {
      for (const table of ['enrolment_order', 'refund'])
        await query(`update ${table} set updated_at = updated_at - interval '2 minutes'`);
      const jobs = ['reconcile', 'settle-cancelled-runs'];
      for (const job of jobs) await query('select graphile_worker.add_job($1)', [job]);
      await eventually(
        async () =>
          (await query(`select from graphile_worker.jobs where task_identifier = any($1) and attempts = 0`, [jobs]))
            .length === 0,
      );
    };
    const isSettled = async () => {
      await settle();
      const { draft = 0, 'awaiting-payment': awaiting = 0, processing = 0 } = await statesOf(cohortId);
      return draft + awaiting + processing === 0 && (await findBookDifferences(product.database)).length === 0;
    };
    await eventually(isSettled, { withinMs: 90_000 });

    // Who was enrolled first has the choice; no other order has a seat or money here.
    const before = await statesOf(cohortId);
    console.log('paying meanwhile:', JSON.stringify({ seed: testSeed, ...before }));
    // Whichever is heard of first: that we ended the checkout, or the provider's event that it has expired.
    const ended = (before['cancelled'] ?? 0) + (before['expired'] ?? 0);
    expect((before['paid'] ?? 0) + (before['refunded'] ?? 0) + ended).toBe(buyers);
    expect(before['paid']).toBeGreaterThanOrEqual(early);
    const untold = await query(
      `select o.id from enrolment_order o where o.cohort_id = $1 and o.state = 'paid'
         and not exists (select from run_choice c where c.order_id = o.id)`,
      [cohortId],
    );
    expect(untold).toEqual([]);
    for (const student of students) {
      const order = await orderOf(student);
      expect(order.cancelledRun !== undefined).toBe(order.state === 'paid');
    }

    await running.endTime(cohortId);
    await eventually(async () => (await statesOf(cohortId))['paid'] === undefined, { withinMs: 60_000 });
    await eventually(isSettled, { withinMs: 60_000 });
    const [money] = await query(
      `select (select sum(amount_cents)::int from payment) as received,
         (select sum(amount_cents)::int from refund where state = 'succeeded') as returned,
         (select count(*)::int from seat_claim where cohort_id = $1 and state in ('live', 'consumed')) as seats`,
      [cohortId],
    );
    expect(money.returned).toBe(money.received);
    expect(money.seats).toBe(0);
  },
);

test('money that arrives after the cancellation goes back by itself, and enrols nobody', async () => {
  const cohortId = await product.buildCohort(2);
  const student = await product.buildStudent();
  const { url } = (await checkout(student, cohortId)).body.data;
  // Cancelled in the database alone, so that no job ends the checkout before it is paid.
  await query(`update cohort set cancelled_at = now() where id = $1`, [cohortId]);
  await product.pay(url);
  await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  expect(await orderOf(student)).toMatchObject({ state: 'refunded' });
  const mails = await query(`select kind from mail_outbox where member_id = $1 and kind like 'order-%' order by kind`, [
    student.memberId,
  ]);
  expect(mails.map(({ kind }) => kind)).toEqual(['order-refund-started', 'order-refunded']);
});
