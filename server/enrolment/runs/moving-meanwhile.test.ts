import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBookDifferences } from '../../testing/books.ts';
import { createBuying } from '../../testing/buying.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { createRandom, testSeed } from '../../testing/random.ts';
import { createRunning, type Running } from '../../testing/running.ts';

const buyers = 16;
/** Those who are enrolled before the run is moved. */
const early = 4;
/** Those who leave the card page open. */
const idle = 2;

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
const statesOf = async (cohortId: string): Promise<Record<string, number>> => {
  const rows = await query(
    `select state, count(*)::int as n from enrolment_order where cohort_id = $1 group by state`,
    [cohortId],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

test(
  `while ${buyers} people pay, nobody keeps a seat of a moved run unasked, and the provider's books agree with ours`,
  { timeout: 240_000 },
  async () => {
    const moving = createMoving(product, running);
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
    await Promise.all(urls.slice(0, early).map((url) => product.pay(url)));
    await eventually(async () => (await statesOf(cohortId))['paid'] === early);
    let paid = 0;
    const paying = urls.slice(early, -idle).map(async (url, n) => {
      await product.pay(url, random.pick([cards.success, cards.success, cards.settlesLater]));
      paid += 1;
      if (n % 2 === 0) await students[early + n]!.post('/enrolment/payments/confirm', { sessionId: sessionOf(url) });
    });
    await eventually(async () => paid > 2);
    expect((await moving.move(cohortId, dayAhead(90))).status).toBe(200);
    await Promise.all(paying);
    await product.call('DELETE', '/dev/card/faults');

    const isSettled = async () => {
      for (const table of ['enrolment_order', 'refund'])
        await query(`update ${table} set updated_at = updated_at - interval '2 minutes'`);
      const jobs = ['reconcile', 'settle-moved-runs'];
      for (const job of jobs) await query('select graphile_worker.add_job($1)', [job]);
      await eventually(
        async () =>
          (await query(`select from graphile_worker.jobs where task_identifier = any($1) and attempts = 0`, [jobs]))
            .length === 0,
      );
      const { draft = 0, 'awaiting-payment': awaiting = 0, processing = 0 } = await statesOf(cohortId);
      return draft + awaiting + processing === 0 && (await findBookDifferences(product.database)).length === 0;
    };
    await eventually(isSettled, { withinMs: 90_000 });

    // Every order was placed before the move: who is enrolled is asked, all others have neither seat nor money here.
    const before = await statesOf(cohortId);
    console.log('moving meanwhile:', JSON.stringify({ seed: testSeed, ...before }));
    // Whichever is heard of first: that we ended the checkout, or the provider's event that it has expired.
    const ended = (before['cancelled'] ?? 0) + (before['expired'] ?? 0);
    expect((before['paid'] ?? 0) + (before['refunded'] ?? 0) + ended).toBe(buyers);
    expect(before['paid']).toBeGreaterThanOrEqual(early);
    expect(ended).toBeGreaterThanOrEqual(idle);
    for (const student of students) {
      const order = await orderOf(student);
      expect(order.movedRun !== undefined).toBe(order.state === 'paid');
    }
    expect((await moving.answers(cohortId)).counts.waiting).toBe(before['paid']);

    const [keeps] = students as [Student];
    await keeps.post('/enrolment/order/run-choice', { choice: 'keep', startDate: dayAhead(90) });
    await moving.endAnswers(cohortId);
    await eventually(async () => (await statesOf(cohortId))['paid'] === 1, { withinMs: 60_000 });
    await eventually(isSettled, { withinMs: 60_000 });
    const [money] = await query(
      `select (select sum(amount_cents)::int from payment) as received,
         (select sum(amount_cents)::int from refund where state = 'succeeded') as returned,
         (select count(*)::int from seat_claim where cohort_id = $1 and state in ('live', 'consumed')) as seats`,
      [cohortId],
    );
    expect(money.received - money.returned).toBe(1_237_500);
    expect(money.seats).toBe(1);
  },
);
