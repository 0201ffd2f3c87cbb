import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { letMailboxesRest } from '../../testing/mailboxes.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
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

const { checkout, mailsTo, orderOf } = createBuying(() => product);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;

/** A student whose bank is still processing the payment, in a cohort that is cancelled before or afterwards. */
async function paysByBank(cancel: 'before' | 'after', { proved = true } = {}): Promise<Student> {
  const cohortId = await product.buildCohort(20);
  const student = await product.buildStudent({ proved });
  const { url } = (await checkout(student, cohortId)).body.data;
  // In the database alone, so that no job ends the checkout before it is paid.
  if (cancel === 'before') await query(`update cohort set cancelled_at = now() where id = $1`, [cohortId]);
  await product.pay(url, cards.settlesLater);
  await eventually(async () => (await orderOf(student)).state === 'processing');
  if (cancel === 'after') expect((await running.cancel(cohortId)).status).toBe(200);
  return student;
}

const goesBack = /does not take place: your payment goes back$/;
const subjectsTo = async ({ email }: Student) => (await mailsTo(email)).map(({ subject }) => subject);

test.for(['before', 'after'] as const)(
  'a student whose bank processes the payment for a run cancelled %s it reads that the money goes back, as it then does',
  async (cancel) => {
    const student = await paysByBank(cancel);
    await eventually(async () => (await subjectsTo(student)).some((subject) => goesBack.test(subject)));
    expect(await orderOf(student)).toMatchObject({ state: 'processing', isEnding: true, noSeat: 'run-cancelled' });
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  },
);

test.for(['before', 'after'] as const)(
  'a student whose bank processes the payment for a moved run, the time to agree over %s it, reads that the money goes back, as it then does',
  async (over) => {
    const cohortId = await product.buildCohort(20);
    const student = await product.buildStudent();
    const { url } = (await checkout(student, cohortId)).body.data;
    // In the database alone, so that no job ends the checkout before it is paid.
    if (over === 'before')
      await query(
        `with m as (insert into moved_run values ($1, 1, '2027-01-01', '2027-02-01', 'r', 'a', 's', now(), now() - interval '1 second') returning move)
         update cohort set moves = 1 where id = $1`,
        [cohortId],
      );
    await product.pay(url, cards.settlesLater);
    await eventually(async () => (await orderOf(student)).state === 'processing');
    if (over === 'after') {
      const moving = createMoving(product, running);
      expect((await moving.move(cohortId, dayAhead(90))).status).toBe(200);
      expect((await orderOf(student)).isEnding).toBeUndefined();
      await moving.endAnswers(cohortId);
    }
    expect(await orderOf(student)).toMatchObject({ state: 'processing', isEnding: true, noSeat: 'run-moved' });
    const told = /starts on another day: your payment goes back$/;
    await eventually(async () => (await subjectsTo(student)).some((subject) => told.test(subject)));
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
  },
);

test('a payer of a cancelled run is told once, and the mailbox counts one mail, however often the job looks', async () => {
  const student = await paysByBank('after', { proved: false });
  const { cohort } = await orderOf(student);
  const told = () =>
    query(`select from mail_outbox where member_id = $1 and dedupe_key like 'processing:%:' || $2`, [
      student.memberId,
      cohort.id,
    ]);
  await eventually(async () => (await told()).length === 1);
  await letMailboxesRest(product.database, 3_601);
  const counted = await query(`select from mailbox_mail`);
  const job = `select graphile_worker.add_job('settle-cancelled-run', json_build_object('cohortId', $1::text))`;
  const waiting = `select from graphile_worker.jobs where task_identifier = 'settle-cancelled-run' and run_at <= now()`;
  await query(job, [cohort.id]);
  await eventually(async () => (await query(waiting)).length === 0);
  expect(await told()).toHaveLength(1);
  expect(await query(`select from mailbox_mail`)).toHaveLength(counted.length);
});
