import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { testSeed } from '../../testing/random.ts';
import { createRunning, type Running } from '../../testing/running.ts';
import { createRushes, endedOf } from '../../testing/rushes.ts';

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

const { checkout, orderOf } = createBuying(() => product);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;

test(
  `while ${buyers} people pay, a cancelled run leaves no order open, and the provider's books agree with ours`,
  { timeout: 240_000 },
  async () => {
    const rushes = createRushes(product, 'settle-cancelled-runs');
    const rush = await rushes.begin({ buyers, early });
    const { cohortId, students } = rush;
    await rushes.payAround(rush, async () => expect((await running.cancel(cohortId)).status).toBe(200));
    await rushes.untilSettled(cohortId);

    // Who was enrolled first has the choice; no other order has a seat or money here.
    const before = await rushes.statesOf(cohortId);
    console.log('paying meanwhile:', JSON.stringify({ seed: testSeed, ...before }));
    expect((before['paid'] ?? 0) + (before['refunded'] ?? 0) + endedOf(before)).toBe(buyers);
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
    await eventually(async () => (await rushes.statesOf(cohortId))['paid'] === undefined, { withinMs: 60_000 });
    await rushes.untilSettled(cohortId);
    const { received, returned, seats } = await rushes.booksOf(cohortId);
    expect(returned).toBe(received);
    expect(seats).toBe(0);
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
