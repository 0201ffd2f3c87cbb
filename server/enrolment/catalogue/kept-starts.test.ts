import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { dayAhead } from '../../testing/moving.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
});
afterAll(() => product.stop());

const { checkout } = createBuying(() => product);
const query = (text: string, ...values: unknown[]) => product.database.pool.query(text, values);
/** Another first day, as staff enter it under Change. */
async function change(cohortId: string, startDate: string): Promise<string> {
  const [{ version }] = (await query('select version from cohort where id = $1', cohortId)).rows;
  const { status, body } = await running.ask('PATCH', cohortId, { body: { version, startDate } });
  return body.error?.code ?? String(status);
}

test.for(['awaiting-payment', 'processing', 'review'])(
  'the first day stays while an order in the state %s may still buy a seat, though its hold has ended',
  async (state) => {
    const cohortId = await product.buildCohort(3);
    const { orderId } = (await checkout(await product.buildStudent(), cohortId)).body.data;
    await query(`update seat_claim set state = 'released' where order_id = $1`, orderId);
    await query('update enrolment_order set state = $2 where id = $1', orderId, state);
    expect(await change(cohortId, dayAhead(90))).toBe('cohort-start-kept');
    await query(`update enrolment_order set state = 'expired' where id = $1`, orderId);
    expect(await change(cohortId, dayAhead(90))).toBe('200');
  },
);

test('a month that students have bought is not made its first day unasked', async () => {
  const cohortId = await product.buildCohort(3);
  const first = `${dayAhead(90).slice(0, 7)}-01`;
  await query(
    'update cohort set start_date = $2::date, start_label = $3 where id = $1',
    cohortId,
    first,
    first.slice(0, 7),
  );
  await checkout(await product.buildStudent(), cohortId);
  expect(await change(cohortId, first)).toBe('cohort-start-kept');
});
