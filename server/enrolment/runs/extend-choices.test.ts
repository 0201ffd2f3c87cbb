import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterRestore } from '../../backup/after-restore.ts';
import { createBuying } from '../../testing/buying.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';

/**
 * A restored database has forgotten what students chose since, and until when they could choose may be over meanwhile.
 */

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
});
// Of each test anew: a restore ends the sessions of staff as well.
beforeEach(async () => {
  running = await createRunning(product);
});
afterAll(() => product.stop());

const { checkout, orderOf } = createBuying(() => product);
const query = async (statement: string, ...values: unknown[]) =>
  (await product.database.pool.query(statement, values)).rows;
/** Not by the student's session, which ends with a restore. */
const refundsOf = ({ memberId }: Student) =>
  query(
    `select 1 from refund r join payment p on p.id = r.payment_id join enrolment_order o on o.id = p.order_id
     where o.member_id = $1`,
    memberId,
  );

async function unseated(): Promise<Student> {
  const late = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url } = (await checkout(late, cohortId)).body.data;
  await query(`update seat_claim set expires_at = now() - interval '1 minute' where member_id = $1`, late.memberId);
  expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
  await product.pay(url);
  await eventually(async () => (await orderOf(late)).state === 'unseated');
  return late;
}

async function ofCancelledRun(): Promise<Student> {
  const cohortId = await product.buildCohort(2);
  const student = await running.seat(cohortId);
  expect((await running.cancel(cohortId)).status).toBe(200);
  await eventually(async () => (await orderOf(student)).cancelledRun !== undefined);
  return student;
}

async function ofMovedRun(): Promise<Student> {
  const cohortId = await product.buildCohort(2);
  const student = await running.seat(cohortId);
  expect((await createMoving(product, running).move(cohortId, dayAhead(90))).status).toBe(200);
  await eventually(async () => (await orderOf(student)).movedRun !== undefined);
  return student;
}

/** For an unseated payment, cancelled runs and moved runs. */
const hoursLeft = `
  select array_agg(round(extract(epoch from moment - now()) / 3600)::int) as hours from (values
    ((select max(refund_due_at) from enrolment_order where state = 'unseated')),
    ((select min(choose_by) from cancelled_run)),
    ((select max(choose_by) from moved_run))) as moments (moment)`;

/** The time to choose is over, and no job has noticed. */
async function letTimePass(): Promise<void> {
  await query(`update cancelled_run set choose_by = now() - interval '1 day'`);
  await query(`update moved_run set choose_by = now() - interval '1 day'`);
  await query(`update enrolment_order set refund_due_at = now() - interval '1 day' where state = 'unseated'`);
}

/** Runs what pays back those who have not chosen, and waits until it is done. */
async function settle(): Promise<void> {
  await query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'refund-unseated-order-%' and run_at < now() + interval '1 hour'`,
  );
  for (const job of ['settle-cancelled-runs', 'settle-moved-runs', 'reconcile'])
    await query(`select graphile_worker.add_job($1, job_key => $1 || ' of this test')`, job);
  await eventually(
    async () => (await query(`select 1 from graphile_worker.jobs where key ~ ' (of this test|next)$'`)).length === 0,
  );
}

describe('after a restore', () => {
  test('students who may have chosen since have three more days before they are paid back', async () => {
    const students = [await unseated(), await ofCancelledRun(), await ofMovedRun()];
    await letTimePass();
    const { chooseBy } = (await orderOf(await ofCancelledRun())).cancelledRun;
    expect((await afterRestore(product.database.db)).choices).toBe(3);
    // Who had longer to choose keeps that.
    expect(await query(`select 1 from cancelled_run where choose_by = $1`, chooseBy)).toHaveLength(1);
    await settle();
    for (const student of students) expect(await refundsOf(student)).toEqual([]);
    expect(await query(hoursLeft)).toEqual([{ hours: [72, 72, 72] }]);
  });

  test('without it they are paid back for not having answered (negative control)', async () => {
    const students = [await unseated(), await ofCancelledRun(), await ofMovedRun()];
    await letTimePass();
    await settle();
    for (const student of students) await expect.poll(() => refundsOf(student)).toHaveLength(1);
  });
});
