import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/limits.ts';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let admissions: Employed;
const desk = openDesk(() => product);
const { checkout, mailsTo, memberOf, orderOf } = createBuying(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  admissions = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const codeOf = ({ status, body }: { status: number; body: any }) => body?.error?.code ?? String(status);
const seatsOf = async (cohortId: string) =>
  (
    await desk.query(
      `select count(*)::int as seats from seat_claim where cohort_id = $1 and state = 'consumed'`,
      cohortId,
    )
  )[0].seats as number;

/** A student who paid, and whose order has no seat. */
async function unseated() {
  const bought = await desk.bought();
  await desk.query(`update enrolment_order set state = 'unseated' where id = $1`, bought.orderId);
  await desk.query(`update seat_claim set state = 'released' where order_id = $1`, bought.orderId);
  return bought;
}

describe('an order moved by staff', () => {
  test('has the new seat, the old one is free, and the student sees and is mailed the new cohort', async () => {
    const { student, orderId, cohortId: fromCohortId } = await desk.bought();
    const cohortId = await product.buildCohort(5);
    const listed = await desk.console.call('GET', `/orders/${orderId}/transfer`, { cookie: admissions.cookie });
    expect(listed.body.data.cohorts.map(({ id }: { id: string }) => id)).toContain(cohortId);
    expect(listed.body.data.cohorts.map(({ id }: { id: string }) => id)).not.toContain(fromCohortId);
    const before = await orderOf(student);
    const answer = await desk.move(orderId, admissions.cookie, { cohortId, fromCohortId });
    expect(codeOf(answer)).toBe('200');
    expect(answer.body.data).toMatchObject({ state: 'paid', seat: 'taken', cohort: { id: cohortId } });
    expect([await seatsOf(fromCohortId), await seatsOf(cohortId)]).toEqual([0, 1]);
    expect(await orderOf(student)).toMatchObject({ cohort: { id: cohortId }, paidAt: before.paidAt, moneyBack: null });
    const { customFields } = await memberOf(student);
    expect(customFields).toMatchObject({ stage: '3', 'selected-cohort': cohortId });
    expect(JSON.parse(customFields['payment-info'])).toMatchObject({ cohortId, date: before.paidAt });
    await eventually(async () =>
      (await mailsTo(student.email)).some(({ subject }) => subject.startsWith('You are in another cohort now')),
    );
    const acts = await desk.query('select action, reason from audit_entry where subject = $1', orderId);
    expect(acts).toEqual([{ action: 'order.moved', reason: 'A new job.' }]);
  });

  test('to a cohort without a day takes the earlier one out of the calendar, and to one with a day puts that there', async () => {
    const { student, orderId, cohortId: first } = await desk.bought();
    const [undated, dated] = [await product.buildCohort(5), await product.buildCohort(5)];
    await desk.query(`update cohort set start_date = null, start_label = 'Future' where id = $1`, undated);
    const moves = async () =>
      (
        await desk.query(
          `select attachments, body_text from mail_outbox where recipient = $1 and kind = 'order-moved' order by created_at`,
          student.email,
        )
      ).map(({ attachments, body_text: text }) => ({
        entry: attachments?.[0].text.match(/^(?:METHOD|DTSTART).*$/gm),
        text,
      }));
    const starts = async (id: string) =>
      (await desk.query(`select to_char(start_date, 'YYYYMMDD') as day from cohort where id = $1`, id))[0].day;
    await desk.move(orderId, admissions.cookie, { cohortId: undated, fromCohortId: first });
    const [away] = await moves();
    expect(away!.entry).toEqual(['METHOD:CANCEL', `DTSTART;VALUE=DATE:${await starts(first)}`]);
    expect(away!.text).toContain('takes your first day out of your calendar');
    await desk.move(orderId, admissions.cookie, { cohortId: dated, fromCohortId: undated });
    const [, back] = await moves();
    expect(back!.entry).toEqual(['METHOD:PUBLISH', `DTSTART;VALUE=DATE:${await starts(dated)}`]);
  });

  test('of two at once for one seat, one gets it; the other keeps the seat it has', async () => {
    const both = [await desk.bought(), await desk.bought()];
    const cohortId = await product.buildCohort(1);
    const other = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
    const answers = await Promise.all(
      both.map(({ orderId, cohortId: fromCohortId }, at) =>
        desk.move(orderId, [admissions, other][at]!.cookie, { cohortId, fromCohortId }),
      ),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['200', 'cohort-full']);
    expect(await seatsOf(cohortId)).toBe(1);
    const kept = both[answers.findIndex((answer) => codeOf(answer) === 'cohort-full')]!;
    expect(await seatsOf(kept.cohortId)).toBe(1);
    expect((await orderOf(kept.student)).cohort.id).toBe(kept.cohortId);
    // The negative control: with two seats both move.
    const wide = await product.buildCohort(2);
    const again = await Promise.all(
      both.map(async ({ orderId, student }) => {
        const fromCohortId = (await orderOf(student)).cohort.id;
        return desk.move(orderId, admissions.cookie, { cohortId: wide, fromCohortId });
      }),
    );
    expect(again.map(codeOf)).toEqual(['200', '200']);
  });

  test('gets a seat that an unproved address holds, whose checkout ends', async () => {
    const { student, orderId, cohortId: fromCohortId } = await desk.bought();
    const cohortId = await product.buildCohort(limits.lastPlaces + 1);
    const stranger = await product.buildStudent({ proved: false });
    expect(codeOf(await checkout(stranger, cohortId))).toBe('200');
    await desk.query('update cohort set capacity = 1 where id = $1', cohortId);
    const listed = await desk.console.call('GET', `/orders/${orderId}/transfer`, { cookie: admissions.cookie });
    expect(listed.body.data.cohorts).toContainEqual(expect.objectContaining({ id: cohortId, seatsLeft: 1 }));
    expect(codeOf(await desk.move(orderId, admissions.cookie, { cohortId, fromCohortId }))).toBe('200');
    expect((await orderOf(student)).cohort.id).toBe(cohortId);
    expect(await seatsOf(cohortId)).toBe(1);
    const [held] = await desk.query('select state from enrolment_order where member_id = $1', stranger.memberId);
    expect(held.state).toBe('expired');
    // The negative control: the seat that is paid for gives no way.
    const later = await desk.bought();
    const refused = { cohortId, fromCohortId: later.cohortId };
    expect(codeOf(await desk.move(later.orderId, admissions.cookie, refused))).toBe('cohort-full');
  });

  test('by two persons at once moves once: the second is told', async () => {
    const { orderId, cohortId: fromCohortId } = await desk.bought();
    const cohorts = [await product.buildCohort(3), await product.buildCohort(3)];
    const answers = await Promise.all(
      cohorts.map((cohortId) => desk.move(orderId, admissions.cookie, { cohortId, fromCohortId })),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['200', 'changed-meanwhile']);
    expect((await seatsOf(cohorts[0]!)) + (await seatsOf(cohorts[1]!))).toBe(1);
  });

  test('that has no seat is enrolled by it', async () => {
    const { student, orderId, cohortId: fromCohortId } = await unseated();
    const cohortId = await product.buildCohort(1);
    expect(codeOf(await desk.move(orderId, admissions.cookie, { cohortId, fromCohortId }))).toBe('200');
    expect(await orderOf(student)).toMatchObject({ state: 'paid', cohort: { id: cohortId } });
    expect(await seatsOf(cohortId)).toBe(1);
  });

  test('that has no seat gets one in the cohort it paid for, once one is free there', async () => {
    const { student, orderId, cohortId } = await unseated();
    const listed = async () =>
      (await desk.console.call('GET', `/orders/${orderId}/transfer`, { cookie: admissions.cookie })).body.data.cohorts;
    const own = expect.objectContaining({ id: cohortId });
    const give = () => desk.move(orderId, admissions.cookie, { cohortId, fromCohortId: cohortId });
    await desk.query(`update cohort set capacity = 0 where id = $1`, cohortId);
    expect(await listed()).not.toContainEqual(own);
    expect(codeOf(await give())).toBe('cohort-full');
    await desk.query(`update cohort set capacity = 1 where id = $1`, cohortId);
    expect(await listed()).toContainEqual(own);
    expect(codeOf(await give())).toBe('200');
    expect(await orderOf(student)).toMatchObject({ state: 'paid', cohort: { id: cohortId } });
    expect(await seatsOf(cohortId)).toBe(1);
  });

  test('stays in the seat that its student takes while the dialog is open', async () => {
    const { student, orderId, cohortId: fromCohortId } = await unseated();
    const cohortId = await product.buildCohort(1);
    const seat = { choice: 'cohort', cohortId: fromCohortId };
    expect((await student.post('/enrolment/order/resolve', seat)).body.data.state).toBe('paid');
    const move = async (hasSeat: boolean) =>
      codeOf(await desk.move(orderId, admissions.cookie, { cohortId, fromCohortId, hasSeat }));
    expect(await move(false)).toBe('changed-meanwhile');
    expect([await seatsOf(fromCohortId), await seatsOf(cohortId)]).toEqual([1, 0]);
    // The negative control: read anew, it moves.
    expect(await move(true)).toBe('200');
    expect([await seatsOf(fromCohortId), await seatsOf(cohortId)]).toEqual([0, 1]);
  });

  test('is refused where it cannot be, and nothing moves', async () => {
    const { orderId, cohortId: fromCohortId } = await desk.bought();
    const elsewhere = await product.buildCohort(3);
    await desk.query(`update cohort set partners = '{uc}' where id = $1`, elsewhere);
    const past = await product.buildCohort(3);
    await desk.query(`update cohort set closes_at = now() - interval '1 day' where id = $1`, past);
    const refused = async (cohortId: string, cookie = admissions.cookie) =>
      codeOf(await desk.move(orderId, cookie, { cohortId, fromCohortId }));
    expect(await refused(elsewhere)).toBe('cohort-elsewhere');
    expect(await refused(past)).toBe('cohort-not-open');
    expect(await refused('none')).toBe('cohort-not-found');
    expect(await refused(fromCohortId)).toBe('transfer-not-possible');
    const open = await product.buildCohort(1);
    const read = await desk.move(orderId, admissions.cookie, { cohortId: open, fromCohortId, startDate: '2020-01-01' });
    expect(codeOf(read)).toBe('cohort-moved');
    const support = await desk.console.employ({ role: 'support', partners: ['uts'] });
    expect(await refused(past, support.cookie)).toBe('access-denied');
    const foreign = await desk.console.employ({ role: 'admissions', partners: ['uc'] });
    expect(await refused(past, foreign.cookie)).toBe('order-not-found');
    await desk.query(`update enrolment_order set state = 'expired' where id = $1`, orderId);
    expect(await refused(await product.buildCohort(1))).toBe('transfer-not-possible');
    expect(await seatsOf(fromCohortId)).toBe(1);
  });
});
