import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let admissions: Employed;
const desk = openDesk(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  admissions = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());

const { checkout, orderOf } = createBuying(() => product);

/** A student who paid for a cohort of one seat, which another student has bought meanwhile. */
async function unseated() {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url, orderId } = (await checkout(student, cohortId)).body.data;
  await desk.query('delete from seat_claim where order_id = $1', orderId);
  const other = await product.buildStudent();
  await product.pay((await checkout(other, cohortId)).body.data.url);
  await eventually(async () => (await orderOf(other)).state === 'paid');
  await product.pay(url);
  await eventually(async () => (await orderOf(student)).state === 'unseated');
  const matter = async () =>
    (await desk.console.call('GET', `/matters/${orderId}`, { cookie: admissions.cookie })).body.data;
  return {
    student,
    cohortId,
    matter,
    addSeat: () => desk.query('update cohort set capacity = capacity + 1 where id = $1', cohortId),
    choose: (wish: object = {}) => student.post('/enrolment/order/resolve', { choice: 'cohort', cohortId, ...wish }),
    decide: (wish: object = {}) =>
      desk.console.call('POST', `/matters/${orderId}/decision`, {
        cookie: admissions.cookie,
        body: { way: 'move', reason: 'A seat came free.', cohortId, ...wish },
      }),
  };
}

test('an unseated student takes a seat that has come free in the cohort that was paid for', async () => {
  const { student, cohortId, choose, addSeat } = await unseated();
  expect((await choose()).body.error?.code).toBe('cohort-full');
  await addSeat();
  expect((await choose()).body.data).toMatchObject({ state: 'paid', cohort: { id: cohortId }, refundDueAt: null });
  const claims = await desk.query('select state from seat_claim where member_id = $1', student.memberId);
  expect(claims).toEqual([{ state: 'consumed' }]);
});

test('staff give an unseated student a seat that has come free in the cohort that was paid for', async () => {
  const { student, cohortId, matter, decide, addSeat } = await unseated();
  const listed = async () => (await matter()).cohorts.map(({ id }: { id: string }) => id);
  expect(await listed()).not.toContain(cohortId);
  await addSeat();
  expect(await listed()).toContain(cohortId);
  expect((await decide()).body.data.decided).toMatchObject({ way: 'move' });
  expect(await orderOf(student)).toMatchObject({ state: 'paid', cohort: { id: cohortId } });
});

test('a seat of a cohort that starts on another day than was read is refused to student and staff, and nothing moves', async () => {
  const { student, cohortId: own, matter, choose, decide } = await unseated();
  const cohortId = await product.buildCohort(1);
  const read = (await matter()).cohorts.find(({ id }: { id: string }) => id === cohortId).starts;
  await desk.query(`update cohort set start_date = start_date + 14 where id = $1`, cohortId);
  const wish = { cohortId, startDate: read };
  for (const answer of [await choose(wish), await decide(wish)]) expect(answer.body.error?.code).toBe('cohort-moved');
  expect(await orderOf(student)).toMatchObject({ state: 'unseated', cohort: { id: own } });
  const [{ day }] = await desk.query(`select start_date::text as day from cohort where id = $1`, cohortId);
  expect((await decide({ cohortId, startDate: day })).status).toBe(200);
  expect(await orderOf(student)).toMatchObject({ state: 'paid', cohort: { id: cohortId, startDate: day } });
});
