import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBookDifferences } from '../../testing/books.ts';
import { createBuying } from '../../testing/buying.ts';
import { failForOne } from '../../testing/failing-mails.ts';
import { createMoving, dayAhead, type Moving } from '../../testing/moving.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';
import { settleNow, settlesByHand } from '../../testing/settling.ts';

let product: TestProduct;
let running: Running;
let moving: Moving;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
  moving = createMoving(product, running);
});
afterAll(() => product.stop());

const newDay = dayAhead(90);
const { checkout, confirm, mailsTo, memberOf, orderOf } = createBuying(() => product);
const choose = (student: Student, body: unknown) => student.post('/enrolment/order/run-choice', body);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const find = async (student: Student, subject: RegExp) =>
  (await mailsTo(student.email)).find((mail) => subject.test(mail.subject));
const findMail = async (student: Student, subject: RegExp) => {
  await eventually(async () => (await find(student, subject)) !== undefined);
  return (await find(student, subject))!;
};
const seatsOf = (student: Student) =>
  query(`select cohort_id as cohort, state from seat_claim where member_id = $1`, [student.memberId]);
const startOf = async (cohortId: string): Promise<string> =>
  (await query(`select coalesce(start_label, start_date::text) as day from cohort where id = $1`, [cohortId]))[0].day;

/** A cohort with students whose run is moved, each told of it. */
async function moved(students = 1): Promise<{ cohortId: string; before: string; seated: Student[] }> {
  const cohortId = await product.buildCohort(students + 1);
  const before = await startOf(cohortId);
  const seated = await Promise.all(Array.from({ length: students }, () => running.seat(cohortId)));
  expect((await moving.move(cohortId, newDay)).status).toBe(200);
  for (const student of seated) await findMail(student, /starts on another day/);
  return { cohortId, before, seated };
}

describe('moving a run', () => {
  test('says first in numbers what it does, and which days it would have', async () => {
    const cohortId = await product.buildCohort(5);
    const before = await startOf(cohortId);
    await query(`update cohort set closes_at = (start_date - 4)::timestamp at time zone time_zone where id = $1`, [
      cohortId,
    ]);
    await running.seat(cohortId);
    await checkout(await product.buildStudent(), cohortId);
    const { status, body } = await running.ask('GET', `${cohortId}/move/consequences?startDate=${newDay}`);
    expect(status).toBe(200);
    const daysBefore = (days: number, day: string) =>
      new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
    expect(body.data).toMatchObject({
      students: 1,
      seatsHeld: 1,
      openCheckouts: 1,
      paidCents: 1_237_500,
      mailed: 1,
      obstacle: null,
      before: { startDate: before, enrolBy: daysBefore(5, before) },
      after: { startDate: newDay, enrolBy: daysBefore(5, newDay) },
    });
    for (const day of [before, dayAhead(-1)]) {
      const refused = await running.ask('GET', `${cohortId}/move/consequences?startDate=${day}`);
      expect(refused.body.error.code).toBe('move-day-not-taken');
    }
  });

  test('without a date gives it its first day, and says so to its students', async () => {
    const cohortId = await product.buildCohort(2);
    await query(
      `update cohort set start_date = null, start_label = 'Future', schedule = 'Monday to Friday, 9:00 am to 5:00 pm' where id = $1`,
      [cohortId],
    );
    const student = await running.seat(cohortId);
    expect((await moving.move(cohortId, newDay)).status).toBe(200);
    expect((await running.ask('POST', `${cohortId}/move/reminder`)).status).toBe(200);
    const [told, reminded] = [
      await findMail(student, /has a first day now: please choose what you want/),
      await findMail(student, /^Please choose: .* has a first day now$/),
    ];
    expect(told.text).toMatch(/ has a first day: it starts on .*\. Your /);
    for (const words of ['keep your seat at these dates', 'puts your first day into your calendar'])
      expect(told.text).toContain(words);
    for (const { text } of [told, reminded]) expect(text).not.toMatch(/moved|sorry|was to start|new dates/);
    expect((await orderOf(student)).movedRun.startDateBefore).toBe('Future');
    // Moved again before the student has answered, it is moved from the day that they were told.
    expect((await moving.move(cohortId, dayAhead(100))).status).toBe(200);
    const again = await findMail(student, /starts on another day/);
    expect(again.text).toMatch(/it was to start on .* and starts on .* now/);
    expect((await orderOf(student)).movedRun.startDateBefore).toBe(newDay);
  });

  test('tells each student both days and until when to choose, by mail, in the portal and in the calendar', async () => {
    const { cohortId, before, seated } = await moved(2);
    const year = newDay.slice(0, 4);
    for (const student of seated) {
      const order = await orderOf(student);
      expect(order).toMatchObject({ state: 'paid', cohort: { id: cohortId, startDate: newDay } });
      expect(order.movedRun.startDateBefore).toBe(before);
      expect(Date.parse(order.movedRun.chooseBy)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      const { customFields } = await memberOf(student);
      expect(JSON.parse(customFields['payment-info'])).toMatchObject({ cohortStartDate: newDay });
      expect(await seatsOf(student)).toEqual([{ cohort: cohortId, state: 'consumed' }]);
      const mail = await findMail(student, /starts on another day/);
      expect(mail.text).toMatch(/it was to start on .* and starts on .* now/);
      expect(mail.text).toContain(year);
      expect(mail.text).toContain('If we do not hear from you by then, your seat is given back and we refund you');
    }
    const files = await query(
      `select attachments::text as text from mail_outbox where member_id = $1 and subject like '%starts on another day%'`,
      [seated[0]!.memberId],
    );
    expect(files[0].text).toContain(newDay.replaceAll('-', ''));
    expect(await moving.answers(cohortId)).toMatchObject({
      move: { startBefore: before, startAfter: newDay },
      counts: { students: 2, waiting: 2 },
    });
    const kept = await query(`select action, reason, note from audit_entry where subject = $1`, [cohortId]);
    expect(kept).toEqual([
      { action: 'cohort.moved', reason: 'The room is not ready.', note: `first day ${before} → ${newDay}` },
    ]);
  });

  test('ends checkouts from before at the card provider, and a new one shows the new day', async () => {
    const cohortId = await product.buildCohort(3);
    const before = await startOf(cohortId);
    const buyer = await product.buildStudent();
    const { url } = (await checkout(buyer, cohortId)).body.data;
    expect((await moving.move(cohortId, newDay)).status).toBe(200);
    // The provider's event that the checkout has expired may be heard of first.
    const ended = ['cancelled', 'expired'];
    await eventually(async () => ended.includes((await orderOf(buyer)).state));
    await product.pay(url);
    const order = await confirm(buyer, url);
    expect(ended).toContain(order.state);
    expect(order.paidCents).toBe(0);
    // A page that was read before the move.
    expect((await checkout(buyer, cohortId, { startDate: before })).body.error.code).toBe('cohort-moved');
    const anew = await checkout(buyer, cohortId, { startDate: newDay });
    await product.pay(anew.body.data.url);
    await eventually(async () => (await orderOf(buyer)).state === 'paid');
    expect((await orderOf(buyer)).movedRun).toBeUndefined();
    expect((await moving.answers(cohortId)).counts.students).toBe(0);
  });

  test('does not hand out a card page from before, however soon it is asked for', async () => {
    const cohortId = await product.buildCohort(3);
    const buyer = await product.buildStudent();
    const first = (await checkout(buyer, cohortId)).body.data;
    // In the database alone, so that no job ends the checkout before it is asked for again.
    await query(
      `with m as (insert into moved_run values ($1, 1, '2027-01-01', '2027-02-01', 'r', 'a', 's', now(), now() + interval '7 days') returning move)
       update cohort set moves = 1 where id = $1`,
      [cohortId],
    );
    const second = (await checkout(buyer, cohortId)).body.data;
    expect(second.orderId).not.toBe(first.orderId);
    await product.pay(first.url);
    expect((await orderOf(buyer)).paidCents).toBe(0);
  });

  test('asks a payer whose bank was settling the payment as all others, and pays back what comes after the date', async () => {
    const cohortId = await product.buildCohort(4);
    await product.call('POST', '/dev/card/faults', { body: settlesByHand });
    const pays = async () => {
      const student = await product.buildStudent();
      await product.pay((await checkout(student, cohortId)).body.data.url, cards.settlesLater);
      await eventually(async () => (await orderOf(student)).state === 'processing');
      return student;
    };
    const student = await pays();
    expect((await moving.move(cohortId, newDay)).status).toBe(200);
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    expect((await orderOf(student)).movedRun).toBeDefined();
    await query(`select graphile_worker.add_job('settle-moved-runs')`);
    await findMail(student, /starts on another day/);
    await choose(student, { choice: 'keep', startDate: newDay });
    const late = await pays();
    await moving.move(cohortId, dayAhead(100));
    await moving.endAnswers(cohortId);
    await settleNow(product);
    await eventually(async () => (await orderOf(late)).state === 'refunded');
    await product.call('DELETE', '/dev/card/faults');
    expect(await query(`select reason from refund`).then((rows) => rows.at(-1))).toEqual({ reason: 'run-moved' });
    const { text } = await findMail(late, /^Your refund is on its way$/);
    expect(text).toContain('arrived after the time to agree to its new first day was over');
  });

  test('and cancelling it at once happens one after the other, never both from one version', async () => {
    for (let round = 0; round < 4; round++) {
      const cohortId = await product.buildCohort(3);
      const { version } = (await running.ask('GET', `${cohortId}/move/consequences`)).body.data.cohort;
      const answers = await Promise.all([
        moving.move(cohortId, newDay, { version }),
        running.cancel(cohortId, { version }),
        moving.move(cohortId, dayAhead(91), { version }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test('is refused for days, dates and cohorts that do not allow it', async () => {
    const cohortId = await product.buildCohort(3);
    const before = await startOf(cohortId);
    expect((await moving.move(cohortId, before)).body.error.code).toBe('move-day-not-taken');
    expect((await moving.move(cohortId, dayAhead(0))).body.error.code).toBe('move-day-not-taken');
    const beyond = { chooseBy: new Date(Date.now() + 20 * 86_400_000).toISOString() };
    expect((await moving.move(cohortId, dayAhead(10), beyond)).body.error.code).toBe('choose-by-not-taken');
    expect((await moving.move(cohortId, newDay, { version: 7 })).body.error.code).toBe('changed-meanwhile');
    await query(`update cohort set start_date = current_date - 3 where id = $1`, [cohortId]);
    expect((await moving.move(cohortId, newDay)).body.error.code).toBe('cohort-begun');
    const uts = await running.console.employ({ role: 'admissions', partners: ['uts'] });
    const all = await product.buildCohort(3);
    expect((await moving.move(all, newDay, {}, uts)).body.error.code).toBe('cohort-beyond-scope');
    await query(`update cohort set partners = '{uc}' where id = $1`, [all]);
    expect((await moving.move(all, newDay, {}, uts)).body.error.code).toBe('cohort-not-found');
  });
});

describe('the student of a moved run', () => {
  test('keeps the seat at the new day, and is asked anew when it is moved again', async () => {
    const { cohortId, seated } = await moved();
    const [student] = seated as [Student];
    const wrong = await choose(student, { choice: 'keep', startDate: dayAhead(77) });
    expect(wrong.body.error.code).toBe('cohort-moved');
    const kept = await choose(student, { choice: 'keep', startDate: newDay });
    expect(kept.body.data).toMatchObject({ state: 'paid', cohort: { id: cohortId, startDate: newDay } });
    expect(kept.body.data.movedRun).toBeUndefined();
    await findMail(student, /^You keep your seat in/);
    await moving.endAnswers(cohortId);
    expect(await moving.answers(cohortId)).toMatchObject({ counts: { students: 1, keep: 1, waiting: 0 } });
    expect((await moving.move(cohortId, dayAhead(100))).status).toBe(200);
    expect((await orderOf(student)).movedRun).toMatchObject({ startDateBefore: newDay });
    expect((await orderOf(student)).state).toBe('paid');
  });

  test('of one that was moved there and back reads that it keeps its first day, and has the same choice', async () => {
    const { cohortId, before, seated } = await moved();
    const [student] = seated as [Student];
    expect((await moving.move(cohortId, before)).status).toBe(200);
    const told = await findMail(student, /keeps its first day after all: please choose what you want$/);
    expect(told.text).toMatch(/We have moved .* to another day and back: it starts on .* after all\. /);
    expect(told.text).toContain('keep your seat at these dates');
    expect((await running.ask('POST', `${cohortId}/move/reminder`)).status).toBe(200);
    const reminded = await findMail(student, /^Please choose: .* keeps its first day after all$/);
    expect(reminded.text).toContain('now that we have moved');
    for (const { text } of [told, reminded]) expect(text).not.toMatch(/was to start|new dates/);
    expect((await orderOf(student)).movedRun.startDateBefore).toBe(before);
    const kept = await choose(student, { choice: 'keep', startDate: before });
    expect(kept.body.data.movedRun).toBeUndefined();
  });

  test('takes another cohort, or the money back, once', async () => {
    const { cohortId, seated } = await moved(2);
    const [moves, leaves] = seated as [Student, Student];
    const other = await product.buildCohort(1);
    const own = await choose(moves, { choice: 'cohort', cohortId });
    expect(own.body.error.code).toBe('cohort-not-open');
    const answer = await choose(moves, { choice: 'cohort', cohortId: other });
    expect(answer.body.data).toMatchObject({ state: 'paid', cohort: { id: other }, refundedCents: 0 });
    expect(answer.body.data.movedRun).toBeUndefined();
    expect(await seatsOf(moves)).toEqual([{ cohort: other, state: 'consumed' }]);
    const both = await Promise.all([choose(leaves, { choice: 'refund' }), choose(leaves, { choice: 'refund' })]);
    expect(both.map(({ body }) => body.error?.code ?? body.data.state).toSorted()).toEqual([
      'refunded',
      'run-not-cancelled',
    ]);
    await eventually(async () => (await orderOf(leaves)).moneyBack === 'returned');
    const { text } = await findMail(leaves, /^Your refund is on its way$/);
    expect(text).toMatch(/chosen your money back .+, so your seat in .+ has been given back/);
    expect((await memberOf(leaves)).customFields['payment-status']).toBe('');
    expect(await moving.answers(cohortId)).toMatchObject({
      counts: { students: 2, cohort: 1, refund: 1, waiting: 0 },
    });
  });

  test('who answers nothing is reminded once, and refunded once the time is over, and not before', async () => {
    const { cohortId, seated } = await moved(2);
    const [keeps, waits] = seated as [Student, Student];
    await choose(keeps, { choice: 'keep', startDate: newDay });
    await query(`select graphile_worker.add_job('settle-moved-runs')`);
    expect((await running.ask('POST', `${cohortId}/move/reminder`)).body.data.remindedAt).not.toBeNull();
    await findMail(waits, /^Please choose: .* starts on another day/);
    expect((await running.ask('POST', `${cohortId}/move/reminder`)).body.error.code).toBe('reminded-already');
    expect((await orderOf(waits)).state).toBe('paid');
    await moving.endAnswers(cohortId);
    await eventually(async () => (await orderOf(waits)).state === 'refunded');
    const { text } = await findMail(waits, /^Your refund is on its way$/);
    expect(text).toMatch(/not heard from you about the new first day, so your seat in .+ your enrolment has ended/);
    expect((await orderOf(keeps)).state).toBe('paid');
    expect(await moving.answers(cohortId)).toMatchObject({ counts: { keep: 1, 'no-answer': 1, waiting: 0 } });
    const subjects = (await mailsTo(keeps.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith('Please choose:'))).toBe(false);
    await eventually(async () => (await findBookDifferences(product.database)).length === 0);
  });

  test('is reminded later where the reminder fails at first', async () => {
    const { cohortId, seated } = await moved(2);
    await failForOne(product.database, {
      memberId: seated[0]!.memberId,
      job: 'remind-moved-run',
      act: () => running.ask('POST', `${cohortId}/move/reminder`),
    });
    for (const student of seated) await findMail(student, /^Please choose: .* starts on another day/);
    expect((await running.ask('GET', `${cohortId}/move`)).body.data.counts).toMatchObject({ waiting: 2 });
  });

  test.for([
    ['the run was moved once more', (cohortId: string) => moving.move(cohortId, dayAhead(100))],
    [
      'the time to answer was over',
      (cohortId: string) =>
        query(`update moved_run set choose_by = now() - interval '1 second' where cohort_id = $1`, [cohortId]),
    ],
  ] as const)('is not reminded by a reminder that is tried again after %s', async ([, happens]) => {
    const { cohortId, seated } = await moved(2);
    await failForOne(product.database, {
      memberId: seated[0]!.memberId,
      job: 'remind-moved-run',
      act: () => running.ask('POST', `${cohortId}/move/reminder`),
      meanwhile: () => happens(cohortId),
    });
    const waiting = `select id from graphile_worker.jobs where task_identifier = 'remind-moved-run'`;
    await eventually(async () => (await query(waiting)).length === 0);
    const reminders = await query(
      `select member_id as id from mail_outbox where kind = 'order-run-moved-reminder' and member_id = any($1)`,
      [seated.map(({ memberId }) => memberId)],
    );
    expect(reminders).toEqual([{ id: seated[1]!.memberId }]);
  });

  test('of one that is then cancelled has the choice of a cancelled run, and can not keep the seat', async () => {
    const { cohortId, seated } = await moved();
    expect((await running.cancel(cohortId)).status).toBe(200);
    const order = await orderOf(seated[0]!);
    expect([order.movedRun, typeof order.cancelledRun]).toEqual([undefined, 'object']);
    const kept = await choose(seated[0]!, { choice: 'keep', startDate: newDay });
    expect(kept.body.error.code).toBe('cohort-not-open');
    await moving.endAnswers(cohortId);
    await choose(seated[0]!, { choice: 'refund' });
    expect(await running.progress(cohortId)).toMatchObject({ counts: { refund: 1, waiting: 0 } });
  });
});
