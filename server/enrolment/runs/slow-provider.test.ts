import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';

let product: TestProduct;
let running: Running;
const { checkout, mailsTo } = createBuying(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
});
afterAll(() => product.stop());

/** Each takes more than half of the time that a job has for all checkouts. */
const slow = { api: { mode: 'slow', method: 'POST', path: '/v1/checkout/sessions', ms: 3_500 } };
const countOpen = async (cohortId: string): Promise<number> =>
  (
    await product.database.pool.query(
      `select from enrolment_order where cohort_id = $1 and state in ('draft', 'awaiting-payment')`,
      [cohortId],
    )
  ).rows.length;

test.for(['cancelled', 'moved'])(
  'students of a run that is %s are told before a slow provider has ended all checkouts, which end by the next jobs',
  async (change) => {
    const cohortId = await product.buildCohort(5);
    const student = await running.seat(cohortId);
    for (let n = 0; n < 4; n++) await checkout(await product.buildStudent(), cohortId);
    await product.call('POST', '/dev/card/faults', { body: slow });
    await (change === 'cancelled'
      ? running.cancel(cohortId)
      : createMoving(product, running).move(cohortId, dayAhead(90)));
    await eventually(async () => (await mailsTo(student.email)).some(({ subject }) => /please choose/.test(subject)));
    expect(await countOpen(cohortId)).toBeGreaterThan(0);
    await product.call('DELETE', '/dev/card/faults');
    await eventually(async () => (await countOpen(cohortId)) === 0);
  },
);
