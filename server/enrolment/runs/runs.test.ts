import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBookDifferences } from '../../testing/books.ts';
import { createBuying } from '../../testing/buying.ts';
import { failForOne } from '../../testing/failing-mails.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
});
afterAll(() => product.stop());

const { checkout, confirm, mailsTo, memberOf, orderOf } = createBuying(() => product);
const choose = (student: Student, body: unknown) => student.post('/enrolment/order/run-choice', body);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const hasMail = (student: Student, subject: RegExp) =>
  eventually(async () => (await mailsTo(student.email)).some((mail) => subject.test(mail.subject)));
const seatsOf = (student: Student) =>
  query(`select cohort_id as cohort, state from seat_claim where member_id = $1`, [student.memberId]);
/** A cohort with students whose run is cancelled. */
async function cancelled(students = 1): Promise<{ cohortId: string; seated: Student[] }> {
  const cohortId = await product.buildCohort(students + 1);
  const seated = await Promise.all(Array.from({ length: students }, () => running.seat(cohortId)));
  expect((await running.cancel(cohortId)).status).toBe(200);
  return { cohortId, seated };
}

describe('cancelling a run', () => {
  test('says first in numbers what it does', async () => {
    const cohortId = await product.buildCohort(5);
    const other = await product.buildCohort(4);
    await running.seat(cohortId);
    await running.seat(cohortId, { paymentType: 'deposit' });
    await checkout(await product.buildStudent(), cohortId);
    const { status, body } = await running.ask('GET', `${cohortId}/cancellation/consequences`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      cohort: { id: cohortId, cancelledAt: null, version: 1 },
      students: 2,
      seatsHeld: 1,
      openCheckouts: 1,
      processing: 0,
      paidCents: 1_237_500 + 50_000,
      mailed: 2,
      obstacle: null,
    });
    expect(body.data.others).toContainEqual(expect.objectContaining({ id: other, free: 4 }));
    expect(body.data.others.map(({ id }: { id: string }) => id)).not.toContain(cohortId);
  });

  test('tells each student by mail and in the portal until when to choose, who keep seat and enrolment', async () => {
    const { cohortId, seated } = await cancelled(2);
    for (const student of seated) {
      await hasMail(student, /does not take place: please choose/);
      const order = await orderOf(student);
      expect(order.state).toBe('paid');
      expect(Date.parse(order.cancelledRun.chooseBy)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      expect((await memberOf(student)).customFields['payment-status']).toBe('completed');
      expect(await seatsOf(student)).toEqual([{ cohort: cohortId, state: 'consumed' }]);
    }
    expect(await running.progress(cohortId)).toMatchObject({ counts: { students: 2, waiting: 2 } });
    const kept = await query(`select action, reason from audit_entry where subject = $1`, [cohortId]);
    expect(kept).toEqual([{ action: 'cohort.cancelled', reason: 'Too few students.' }]);
  });

  test('takes it from the catalogue, and refuses a new checkout', async () => {
    const { cohortId } = await cancelled();
    const { cohorts } = (await product.call('GET', '/enrolment/catalogue')).body.data;
    expect(cohorts.map(({ id }: { id: string }) => id)).not.toContain(cohortId);
    expect((await checkout(await product.buildStudent(), cohortId)).body.error.code).toBe('cohort-not-open');
  });

  test('ends open checkouts at the card provider', async () => {
    const cohortId = await product.buildCohort(3);
    const buyer = await product.buildStudent();
    const { url } = (await checkout(buyer, cohortId)).body.data;
    await running.cancel(cohortId);
    // The provider's event that the checkout has expired may be heard of first.
    const ended = ['cancelled', 'expired'];
    await eventually(async () => ended.includes((await orderOf(buyer)).state));
    await product.pay(url);
    const order = await confirm(buyer, url);
    expect([ended.includes(order.state), order.paidCents]).toEqual([true, 0]);
  });

  test('happens once, with the version that was read, and with a time ahead', async () => {
    const cohortId = await product.buildCohort(3);
    const past = { chooseBy: new Date(Date.now() - 1_000).toISOString() };
    const far = { chooseBy: new Date(Date.now() + 61 * 86_400_000).toISOString() };
    for (const wrong of [past, far])
      expect((await running.cancel(cohortId, wrong)).body.error.code).toBe('choose-by-not-taken');
    expect((await running.cancel(cohortId, { version: 7 })).body.error.code).toBe('changed-meanwhile');
    const both = await Promise.all([running.cancel(cohortId), running.cancel(cohortId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('that has begun is refused', async () => {
    const cohortId = await product.buildCohort(3);
    await query(`update cohort set start_date = current_date - 3 where id = $1`, [cohortId]);
    expect((await running.cancel(cohortId)).body.error.code).toBe('cohort-begun');
  });

  test('for all partners is left to those who look after all of them', async () => {
    const cohortId = await product.buildCohort(3);
    const uts = await running.console.employ({ role: 'admissions', partners: ['uts'] });
    const seen = await running.ask('GET', `${cohortId}/cancellation/consequences`, { by: uts });
    expect(seen.body.data.obstacle).toBe('beyond-scope');
    expect((await running.cancel(cohortId, {}, uts)).body.error.code).toBe('cohort-beyond-scope');
    await query(`update cohort set partners = '{uc}' where id = $1`, [cohortId]);
    expect((await running.cancel(cohortId, {}, uts)).body.error.code).toBe('cohort-not-found');
    await query(`update cohort set partners = '{uts}' where id = $1`, [cohortId]);
    expect((await running.cancel(cohortId, {}, uts)).status).toBe(200);
  });

  test('with a seat of another partner’s student is left to them too, whoever it is for by now', async () => {
    const cohortId = await product.buildCohort(3);
    await running.seat(cohortId, { partner: 'mtu' });
    await query(`update cohort set partners = '{uts}' where id = $1`, [cohortId]);
    const uts = await running.console.employ({ role: 'admissions', partners: ['uts'] });
    const seen = await running.ask('GET', `${cohortId}/cancellation/consequences`, { by: uts });
    expect(seen.body.data).toMatchObject({ students: 0, obstacle: 'beyond-scope' });
    expect((await running.cancel(cohortId, {}, uts)).body.error.code).toBe('cohort-beyond-scope');
  });
});

describe('the student of a cancelled run', () => {
  test('takes another cohort: the new seat, the old one given back, nothing paid or refunded', async () => {
    const { cohortId, seated } = await cancelled();
    const other = await product.buildCohort(1);
    const answer = await choose(seated[0]!, { choice: 'cohort', cohortId: other });
    expect(answer.body.data).toMatchObject({ state: 'paid', cohort: { id: other }, refundedCents: 0 });
    expect(answer.body.data.cancelledRun).toBeUndefined();
    expect(await seatsOf(seated[0]!)).toEqual([{ cohort: other, state: 'consumed' }]);
    expect((await memberOf(seated[0]!)).customFields).toMatchObject({ 'selected-cohort': other, stage: '3' });
    await hasMail(seated[0]!, /^You are in another cohort now/);
    expect(await running.progress(cohortId)).toMatchObject({
      counts: { students: 1, cohort: 1, waiting: 0 },
      students: [{ outcome: 'cohort', newCohort: { id: other } }],
    });
  });

  test('hears of the same other cohort again when it is taken a second time', async () => {
    const { seated } = await cancelled();
    const [student] = seated as [Student];
    const [other, between] = [await product.buildCohort(1), await product.buildCohort(1)];
    const take = async () =>
      expect((await choose(student, { choice: 'cohort', cohortId: other })).body.data.cohort.id).toBe(other);
    await take();
    const { id } = await orderOf(student);
    const { status } = await running.console.call('POST', `/orders/${id}/transfer`, {
      cookie: running.owner.cookie,
      body: { cohortId: between, fromCohortId: other, reason: 'A new job.' },
    });
    expect(status).toBe(200);
    expect((await running.cancel(between)).status).toBe(200);
    await take();
    const isNews = ({ subject }: { subject: string }) => subject.startsWith('You are in another cohort now');
    await eventually(async () => (await mailsTo(student.email)).filter(isNews).length === 3);
  });

  test('takes no seat in a cohort that was moved since it was read: it keeps its own, and may choose again', async () => {
    const { cohortId, seated } = await cancelled();
    const [student] = seated as [Student];
    const other = await product.buildCohort(1);
    const startOf = async () =>
      (await query(`select start_date::text as day from cohort where id = $1`, [other]))[0].day as string;
    const wish = { choice: 'cohort', cohortId: other, startDate: await startOf() };
    expect((await createMoving(product, running).move(other, dayAhead(90))).status).toBe(200);
    expect((await choose(student, wish)).body.error?.code).toBe('cohort-moved');
    expect(await seatsOf(student)).toEqual([{ cohort: cohortId, state: 'consumed' }]);
    const answer = await choose(student, { ...wish, startDate: await startOf() });
    expect(answer.body.data).toMatchObject({ state: 'paid', cohort: { id: other, startDate: dayAhead(90) } });
    expect(answer.body.data.movedRun).toBeUndefined();
  });

  test('keeps the seat where the other cohort is full', async () => {
    const { cohortId, seated } = await cancelled();
    const full = await product.buildCohort(1);
    await running.seat(full);
    expect((await choose(seated[0]!, { choice: 'cohort', cohortId: full })).body.error.code).toBe('cohort-full');
    expect(await seatsOf(seated[0]!)).toEqual([{ cohort: cohortId, state: 'consumed' }]);
    expect(await orderOf(seated[0]!)).toMatchObject({ state: 'paid', cohort: { id: cohortId } });
  });

  test('of two who want the last seat one gets it', async () => {
    const { seated } = await cancelled(2);
    const other = await product.buildCohort(1);
    const answers = await Promise.all(seated.map((student) => choose(student, { choice: 'cohort', cohortId: other })));
    expect(answers.map(({ body }) => body.error?.code ?? 'moved').toSorted()).toEqual(['cohort-full', 'moved']);
  });

  test('takes the money back, once, and is not enrolled any more', async () => {
    const { cohortId, seated } = await cancelled();
    const [student] = seated as [Student];
    const both = await Promise.all([choose(student, { choice: 'refund' }), choose(student, { choice: 'refund' })]);
    expect(both.map(({ body }) => body.error?.code ?? body.data.state).toSorted()).toEqual([
      'refunded',
      'run-not-cancelled',
    ]);
    await eventually(async () => (await orderOf(student)).moneyBack === 'returned');
    expect((await memberOf(student)).customFields['payment-status']).toBe('');
    expect((await memberOf(student)).planConnections).toEqual([]);
    expect(await query(`select source, reason from refund`).then((rows) => rows.at(-1))).toEqual({
      source: 'member',
      reason: 'run-cancelled',
    });
    await hasMail(student, /^Your refund is on its way/);
    await hasMail(student, /^Your payment has been refunded/);
    expect(await running.progress(cohortId)).toMatchObject({ counts: { refund: 1, waiting: 0 } });
  });

  test('who chooses nothing is refunded once the time is over, and not before', async () => {
    const { cohortId, seated } = await cancelled(2);
    const [chooses, waits] = seated as [Student, Student];
    await query(`select graphile_worker.add_job('settle-cancelled-runs')`);
    await choose(chooses, { choice: 'cohort', cohortId: await product.buildCohort(1) });
    expect(await orderOf(waits)).toMatchObject({ state: 'paid' });
    await running.endTime(cohortId);
    await eventually(async () => (await orderOf(waits)).state === 'refunded');
    expect(await orderOf(chooses)).toMatchObject({ state: 'paid' });
    expect(await running.progress(cohortId)).toMatchObject({
      counts: { cohort: 1, 'no-answer': 1, refund: 0, waiting: 0 },
    });
    await eventually(async () => (await findBookDifferences(product.database)).length === 0);
  });

  test('of a run that takes place has nothing to choose', async () => {
    const student = await running.seat(await product.buildCohort(2));
    expect((await choose(student, { choice: 'refund' })).body.error.code).toBe('run-not-cancelled');
    expect((await choose(await product.buildStudent(), { choice: 'refund' })).body.error.code).toBe(
      'run-not-cancelled',
    );
  });

  test('whose account is deleted is refunded with the others', async () => {
    const { cohortId, seated } = await cancelled();
    await query(`delete from member where id = $1`, [seated[0]!.memberId]);
    await running.endTime(cohortId);
    const read = () => query(`select state from enrolment_order where member_id = $1`, [seated[0]!.memberId]);
    await eventually(async () => (await read())[0].state !== 'paid');
    expect(await read()).toEqual([{ state: 'refunded' }]);
  });
});

describe('a reminder', () => {
  test('goes once to those who have not chosen', async () => {
    const { cohortId, seated } = await cancelled(2);
    const [chooses, waits] = seated as [Student, Student];
    await choose(chooses, { choice: 'refund' });
    const first = await running.ask('POST', `${cohortId}/cancellation/reminder`);
    expect(first.body.data.remindedAt).not.toBeNull();
    await hasMail(waits, /^Please choose what you want instead/);
    expect((await running.ask('POST', `${cohortId}/cancellation/reminder`)).body.error.code).toBe('reminded-already');
    const subjects = (await mailsTo(chooses.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith('Please choose'))).toBe(false);
  });

  test('that fails for one student reaches them later', async () => {
    const { cohortId, seated } = await cancelled(2);
    for (const student of seated) await hasMail(student, /does not take place: please choose/);
    await failForOne(product.database, {
      memberId: seated[0]!.memberId,
      job: 'remind-cancelled-run',
      act: () => running.ask('POST', `${cohortId}/cancellation/reminder`),
    });
    for (const student of seated) await hasMail(student, /^Please choose what you want instead/);
    expect(await running.progress(cohortId)).toMatchObject({ counts: { waiting: 2 } });
  });

  test('that is tried again once the time to choose is over reaches nobody', async () => {
    const { cohortId, seated } = await cancelled();
    const { memberId } = seated[0]!;
    await hasMail(seated[0]!, /does not take place: please choose/);
    await failForOne(product.database, {
      memberId,
      job: 'remind-cancelled-run',
      act: () => running.ask('POST', `${cohortId}/cancellation/reminder`),
      meanwhile: () =>
        query(`update cancelled_run set choose_by = now() - interval '1 second' where cohort_id = $1`, [cohortId]),
    });
    const waiting = `select id from graphile_worker.jobs where task_identifier = 'remind-cancelled-run'`;
    await eventually(async () => (await query(waiting)).length === 0);
    const reminders = `select kind from mail_outbox where kind = 'order-run-reminder' and member_id = $1`;
    expect(await query(reminders, [memberId])).toEqual([]);
  });
});
