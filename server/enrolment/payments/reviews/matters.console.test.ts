import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBookDifferences } from '../../../testing/books.ts';
import { createBuying } from '../../../testing/buying.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import { createRandom, testSeed } from '../../../testing/random.ts';
import { createRunning } from '../../../testing/running.ts';
import { openConsole, type Employed, type TestConsole } from '../../../testing/staff-console.ts';

const priceCents = 1_237_500;

let product: TestProduct;
let staff: TestConsole;
let ana: Employed;
let ben: Employed;
const { checkout, orderOf, memberOf, sessionOf, mailsTo, paymentOf } = createBuying(() => product);

beforeAll(async () => {
  product = await startTestProduct();
  staff = openConsole(product);
  ana = await staff.employ({ role: 'admissions', partners: ['uts'] });
  ben = await staff.employ({ role: 'finance', partners: ['uts'] });
});
afterAll(() => product.stop());

const rows = async (text: string, ...values: unknown[]) => (await product.database.pool.query(text, values)).rows;
const read = (id: string, by = ana) => staff.call('GET', `/matters/${id}`, { cookie: by.cookie });
/** By the call that the way is taken by. */
const decide = (id: string, way: string, more: object = {}, by = ana) =>
  staff.call('POST', `/matters/${id}/${moving.includes(way) ? 'money' : 'decision'}`, {
    cookie: by.cookie,
    body: { way, reason: `Because of ${way}.`, ...more },
  });
const moving = ['accept-and-return', 'pay-back', 'retry', 'returned-elsewhere'];

const reviewOf = async (subject: string, kind: string): Promise<string> => {
  const found = `select id from review_item where subject = $1 and kind = $2 order by created_at desc`;
  await eventually(async () => (await rows(found, subject, kind)).length > 0);
  return (await rows(found, subject, kind))[0].id;
};

/** A student who has paid another amount than the order asked for. */
async function differs(paidCents: number, { paymentType = 'full', seats = 3 } = {}) {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(seats);
  const { url, orderId } = (await checkout(student, cohortId, { paymentType })).body.data;
  await product.call('POST', `/dev/card/sessions/${sessionOf(url)}/amount`, { body: { amount: paidCents } });
  await product.pay(url);
  return { student, cohortId, orderId, matterId: await reviewOf(orderId, 'amount-differs') };
}

/** A student who paid for a cohort that had filled meanwhile. */
async function unseated() {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url, orderId } = (await checkout(student, cohortId)).body.data;
  await rows(`delete from seat_claim where order_id = $1`, orderId);
  const other = await product.buildStudent();
  await product.pay((await checkout(other, cohortId)).body.data.url);
  await eventually(async () => (await orderOf(other)).state === 'paid');
  await product.pay(url);
  await eventually(async () => (await orderOf(student)).state === 'unseated');
  return { student, orderId, matterId: orderId };
}

const returned = (student: Student) => eventually(async () => (await orderOf(student)).moneyBack === 'returned');

describe('a payment of another amount', () => {
  test('that is too small is accepted: the student has the seat, and what is missing stays to be paid', async () => {
    const { student, orderId, matterId } = await differs(priceCents - 37_500);
    const { data } = (await read(matterId)).body;
    expect(data).toMatchObject({
      about: 'amount-differs',
      order: { id: orderId, state: 'review', amountCents: priceCents, paidCents: priceCents - 37_500 },
      ways: [
        { way: 'accept', backCents: 0, openCents: 37_500 },
        { way: 'pay-back', backCents: priceCents - 37_500, openCents: 0 },
      ],
    });
    expect((await decide(matterId, 'accept')).body.data).toMatchObject({
      ways: [],
      decided: { by: expect.stringMatching(/ \(Test\)$/), way: 'accept' },
    });
    expect(await orderOf(student)).toMatchObject({
      state: 'paid',
      amountCents: priceCents - 37_500,
      balanceCents: 37_500,
    });
    expect((await memberOf(student)).customFields.stage).toBe('3');
    const owed = /You have paid \S*12,000.*375.*of the course price remain/s;
    await eventually(async () => (await mailsTo(student.email)).some(({ text }) => owed.test(text)));
    expect(
      await rows(`select actor, action, partner, reason, note from audit_entry where subject = $1`, orderId),
    ).toEqual([
      {
        actor: expect.stringMatching(/ \(Test\)$/),
        action: 'matter.decided',
        partner: 'uts',
        reason: 'Because of accept.',
        note: 'amount-differs: accept',
      },
    ]);
  });

  test('that is too large is accepted, and only the surplus goes back', async () => {
    const { student, matterId } = await differs(priceCents + 10_000);
    expect((await read(matterId)).body.data.ways).toEqual([
      { way: 'accept-and-return', backCents: 10_000, openCents: 0 },
      { way: 'pay-back', backCents: priceCents + 10_000, openCents: 0 },
    ]);
    expect((await decide(matterId, 'accept-and-return')).status).toBe(200);
    await eventually(async () => (await orderOf(student)).refundedCents === 10_000);
    expect(await orderOf(student)).toMatchObject({ state: 'paid', amountCents: priceCents, balanceCents: 0 });
  });

  test('that is more than a deposit may count towards the course’s price', async () => {
    const { student, orderId, matterId } = await differs(60_000, { paymentType: 'deposit' });
    const receivedAt = new Date(Date.now() - 2 * 86_400_000);
    await rows(`update payment set received_at = $2 where order_id = $1`, orderId, receivedAt);
    expect((await read(matterId)).body.data.ways.map(({ way }: { way: string }) => way)).toEqual([
      'accept',
      'accept-and-return',
      'pay-back',
    ]);
    await decide(matterId, 'accept');
    expect(await orderOf(student)).toMatchObject({ state: 'paid', amountCents: 60_000, balanceCents: 1_590_000 });
    expect((await orderOf(student)).paidAt).toBe(receivedAt.toISOString());
  });

  test('is all paid back, and the seat is free again', async () => {
    const { student, cohortId, matterId } = await differs(900_000);
    expect((await decide(matterId, 'pay-back')).status).toBe(200);
    await returned(student);
    expect(await orderOf(student)).toMatchObject({ state: 'refunded', refundedCents: 900_000 });
    expect(await rows(`select 1 from seat_claim where cohort_id = $1 and state <> 'released'`, cohortId)).toEqual([]);
  });

  test('accepted in a cohort that has filled leaves the student unseated, who is told', async () => {
    const { student, cohortId, orderId, matterId } = await differs(priceCents - 100, { seats: 1 });
    await rows(`update seat_claim set expires_at = now() - interval '1 minute' where order_id = $1`, orderId);
    const other = await product.buildStudent();
    await product.pay((await checkout(other, cohortId)).body.data.url);
    await eventually(async () => (await orderOf(other)).state === 'paid');
    expect((await decide(matterId, 'accept')).status).toBe(200);
    expect((await orderOf(student)).state).toBe('unseated');
    await eventually(async () =>
      (await mailsTo(student.email)).some(({ subject }) => subject.includes('class had filled')),
    );
  });

  test('cannot be accepted once its cohort is cancelled: paying it back is a decision of its own', async () => {
    const { student, cohortId, matterId } = await differs(priceCents - 100);
    expect((await (await createRunning(product)).cancel(cohortId)).status).toBe(200);
    expect((await read(matterId)).body.data.ways.map(({ way }: { way: string }) => way)).toEqual(['pay-back']);
    const { error } = (await decide(matterId, 'accept')).body;
    expect([error.code, (await orderOf(student)).state]).toEqual(['way-not-open', 'review']);
  });

  test('cannot be accepted once its member is deleted', async () => {
    const { student, matterId } = await differs(priceCents - 100);
    await rows(`delete from member where id = $1`, student.memberId);
    expect((await read(matterId)).body.data.ways.map(({ way }: { way: string }) => way)).toEqual(['pay-back']);
    expect((await decide(matterId, 'accept')).body.error.code).toBe('way-not-open');
    expect((await decide(matterId, 'pay-back')).status).toBe(200);
  });
});

describe('a student without a seat', () => {
  test('is moved to a cohort with free seats', async () => {
    const { student, matterId, orderId } = await unseated();
    const free = await product.buildCohort(1);
    await reviewOf(orderId, 'unseated-order');
    const listed = (await staff.call('GET', '/matters?limit=100', { cookie: ana.cookie })).body.data;
    expect(listed.map(({ id }: { id: string }) => id).filter((id: string) => id === orderId)).toHaveLength(1);
    expect(listed.filter(({ about }: { about: string }) => about === 'unseated-order')).toEqual([]);
    const { data } = (await read(matterId)).body;
    expect(data.ways.map(({ way }: { way: string }) => way)).toEqual(['move', 'pay-back']);
    expect(data.cohorts).toContainEqual(expect.objectContaining({ id: free, free: 1 }));
    expect((await decide(matterId, 'move', { cohortId: free })).body.data.decided).toMatchObject({
      way: 'move',
      by: expect.stringMatching(/ \(Test\)$/),
    });
    expect(await orderOf(student)).toMatchObject({ state: 'paid', cohort: { id: free } });
    expect((await read(await reviewOf(orderId, 'unseated-order'))).body.data.decided.way).toBe('move');
  });

  test('has the money back now, not in three days', async () => {
    const { student, matterId } = await unseated();
    expect((await decide(matterId, 'pay-back')).status).toBe(200);
    await returned(student);
  });
});

describe('a refund that failed', () => {
  async function failed() {
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.call('POST', '/dev/card/sessions/' + sessionOf(url) + '/amount', { body: { amount: 500_000 } });
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 0 } });
    await product.pay(url, cards.refundFails);
    await decide(await reviewOf(orderId, 'amount-differs'), 'pay-back');
    return { student, orderId, matterId: await reviewOf(orderId, 'refund-failed') };
  }

  test('is tried again, and comes back when it fails again', async () => {
    const { orderId, matterId } = await failed();
    expect((await read(matterId)).body.data.ways).toEqual([
      { way: 'retry', backCents: 500_000, openCents: 0 },
      { way: 'returned-elsewhere', backCents: 500_000, openCents: 0 },
    ]);
    expect((await decide(matterId, 'retry')).status).toBe(200);
    await eventually(async () => (await reviewOf(orderId, 'refund-failed')) !== matterId);
    expect(
      await rows(
        `select source, state from refund r join payment p on p.id = r.payment_id where order_id = $1`,
        orderId,
      ),
    ).toEqual([
      { source: 'staff', state: 'failed' },
      { source: 'staff', state: 'failed' },
    ]);
  });

  test('is settled by a payment of another way, of which the student is told', async () => {
    const { student, orderId, matterId } = await failed();
    expect((await decide(matterId, 'returned-elsewhere')).body.error.code).toBe('way-not-open');
    expect((await decide(matterId, 'returned-elsewhere', { reference: 'ANZ 4471' })).status).toBe(200);
    expect(await orderOf(student)).toMatchObject({ state: 'refunded', moneyBack: 'returned', refundedCents: 500_000 });
    expect((await read(matterId)).body.data.decided.reason).toBe('ANZ 4471: Because of returned-elsewhere.');
    await eventually(async () => (await mailsTo(student.email)).some(({ subject }) => subject.includes('another way')));
    expect(await rows(`select 1 from review_item where subject = $1 and resolved_at is null`, orderId)).toEqual([]);
  });
});

describe('a payment that is not ours', () => {
  async function stranger() {
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await rows(`delete from seat_claim where order_id = $1`, orderId);
    await rows(`delete from enrolment_order where id = $1`, orderId);
    await product.pay(url);
    return reviewOf(sessionOf(url), 'unknown-payment');
  }

  test('is paid back at the provider by owners, and absent for staff of partners', async () => {
    const owner = await staff.employ({ role: 'owner' });
    const matterId = await stranger();
    expect((await read(matterId)).body.error.code).toBe('matter-not-found');
    expect((await decide(matterId, 'pay-back')).body.error.code).toBe('matter-not-found');
    const { data } = (await read(matterId, owner)).body;
    expect(data.provider).toMatchObject({ amountCents: priceCents, refundedCents: 0 });
    expect((await decide(matterId, 'pay-back', {}, owner)).status).toBe(200);
    await eventually(async () => (await read(matterId, owner)).body.data.provider.refundedCents === priceCents);
  });
});

describe('an eligibility that was claimed', () => {
  async function claimed() {
    const student = await product.buildStudent();
    const answers = {
      firstName: 'Ana',
      lastName: 'Silva',
      phone: '021 555 0100',
      course: 'data',
      educationLevel: 'level11',
    };
    await student.post('/enrolment/eligibility', answers);
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url);
    return { student, matterId: await reviewOf(orderId, 'claimed-eligibility') };
  }

  test('is confirmed by what the student has', async () => {
    const { student, matterId } = await claimed();
    expect((await decide(matterId, 'confirm')).body.error.code).toBe('way-not-open');
    expect((await decide(matterId, 'confirm', { educationLevel: 'level8' })).status).toBe(200);
    expect((await memberOf(student)).customFields).toMatchObject({ 'education-level': 'level8', stage: '3' });
  });

  test('that cannot be confirmed is told to the student, who stays enrolled', async () => {
    const { student, matterId } = await claimed();
    expect((await decide(matterId, 'not-confirmed')).status).toBe(200);
    await eventually(async () =>
      (await mailsTo(student.email)).some(({ subject }) => subject.includes('could not confirm')),
    );
    expect((await orderOf(student)).state).toBe('paid');
  });

  test('is nothing to tell the student about once the order has ended', async () => {
    const { student, matterId } = await claimed();
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent: await paymentOf(student) } });
    await returned(student);
    expect((await read(matterId)).body.data.ways).toMatchObject([{ way: 'seen' }]);
    expect((await decide(matterId, 'not-confirmed')).body.error.code).toBe('way-not-open');
  });
});

describe('a deleted member’s paid seat', () => {
  async function deleted() {
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    await rows(`delete from member where id = $1`, student.memberId);
    await rows(
      `insert into review_item (id, kind, subject, note) values ('rev_' || $1, 'deleted-member-paid', $1, '')
      on conflict do nothing`,
      orderId,
    );
    return { orderId, matterId: await reviewOf(orderId, 'deleted-member-paid') };
  }

  test('is paid back and freed, or stays', async () => {
    const gone = await deleted();
    expect((await decide(gone.matterId, 'pay-back', {}, ben)).status).toBe(200);
    expect(await rows(`select state from enrolment_order where id = $1`, gone.orderId)).toEqual([
      { state: 'refunded' },
    ]);
    const kept = await deleted();
    expect((await decide(kept.matterId, 'keep')).status).toBe(200);
    expect(await rows(`select state from enrolment_order where id = $1`, kept.orderId)).toEqual([{ state: 'paid' }]);
  });
});

describe('two people who decide', () => {
  test('one matter differently at once: one decides, the other is told who did what, and the money moves once', async () => {
    for (let round = 0; round < 4; round++) {
      const { student, matterId } = await differs(priceCents - 37_500);
      const [accepted, back] = await Promise.all([decide(matterId, 'accept'), decide(matterId, 'pay-back', {}, ben)]);
      const statuses = [accepted.status, back.status].toSorted();
      expect(statuses).toEqual([200, 409]);
      const refused = accepted.status === 409 ? accepted : back;
      const done = accepted.status === 200 ? 'accept' : 'pay-back';
      expect(refused.body.error).toMatchObject({
        code: 'matter-decided',
        decided: { by: expect.stringMatching(/ \(Test\)$/), way: done },
      });
      expect((await orderOf(student)).state).toBe(done === 'accept' ? 'paid' : 'refunded');
    }
  });

  test('one after the other: who repeats their own decision is not refused', async () => {
    const { matterId } = await differs(priceCents - 100);
    expect((await decide(matterId, 'accept')).status).toBe(200);
    expect((await decide(matterId, 'accept')).status).toBe(200);
    expect((await decide(matterId, 'accept', {}, ben)).body.error.code).toBe('matter-decided');
    expect(
      await rows(
        `select count(*)::int as acts from audit_entry where action = 'matter.decided' and staff_id = $1`,
        ben.id,
      ),
    ).toEqual([{ acts: expect.any(Number) }]);
  });
});

test('a matter is absent for staff of another partner, and money moves only with a fresh proof', async () => {
  const { matterId } = await differs(priceCents - 100);
  const foreign = await staff.employ({ role: 'admissions', partners: ['uc'] });
  for (const id of [matterId, 'rev_none']) {
    const answer = await read(id, foreign);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'matter-not-found']);
    expect((await decide(id, 'accept', {}, foreign)).body.error.code).toBe('matter-not-found');
  }
  const late = { ...ana, cookie: await staff.session(ana.id, { proved: 60 }) };
  expect((await decide(matterId, 'pay-back', {}, late)).body.error.code).toBe('recent-login-required');
  expect((await decide(matterId, 'accept', {}, late)).status).toBe(200);
});

test('a payment that the bank took back leads to its order, without a decision', async () => {
  const { student, url } = await createBuying(() => product).enrolled();
  const payment_intent = await paymentOf(student);
  expect(url).toBeDefined();
  for (const status of ['needs_response', 'lost'])
    await product.call('POST', '/dev/card/disputes', { body: { payment_intent, status } });
  await eventually(async () => (await orderOf(student)).moneyBack === 'taken-by-bank');
  const [{ id }] = await rows(`select id from payment where provider_payment_id = $1`, payment_intent);
  expect((await read(id)).body.data).toMatchObject({ kind: 'dispute', ways: [], payments: [{ isTakenBack: true }] });
});

test('after random payments, and random decisions of two people at once, the books are those of the provider', async () => {
  const { pick } = createRandom(testSeed);
  const amounts = [100, priceCents - 1, priceCents + 1, priceCents * 2, 50_000, 1_650_001];
  const waits = await Promise.all(
    Array.from({ length: 8 }, () => differs(pick(amounts), { paymentType: pick(['full', 'deposit']), seats: 1 })),
  );
  for (const { matterId } of waits) {
    const ways: { way: string }[] = (await read(matterId)).body.data.ways;
    const answers = await Promise.all([ana, ben].map((by) => decide(matterId, pick(ways).way, {}, by)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  }
  // The stranger's money is in no book of ours.
  const differences = async () =>
    (await findBookDifferences(product.database)).filter((each) => !each.includes('we have written down nothing'));
  await eventually(async () => (await differences()).length === 0).catch(() => undefined);
  expect(await differences()).toEqual([]);
});
