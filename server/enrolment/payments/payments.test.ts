import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { createBuying } from '../../testing/buying.ts';
import { theMember } from '../../testing/held-locks.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { settleNow, settlesByHand } from '../../testing/settling.ts';
import { untilNotBusy } from '../../testing/until-not-busy.ts';
import { listOrders, lockOrder } from './orders/orders.store.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, confirm, enrolled, mailsTo, memberOf, orderOf, paymentOf, sessionOf } = createBuying(() => product);

describe('paying', () => {
  test('the card event alone enrols: stage, payment record, plan, seat and mail', async () => {
    const { student, cohortId, url } = await enrolled();
    const member = await memberOf(student);
    expect(member.customFields).toMatchObject({
      stage: '3',
      'payment-status': 'completed',
      'selected-cohort': cohortId,
    });
    expect(JSON.parse(member.customFields['payment-info'])).toMatchObject({
      amount: 12_375,
      paymentType: 'full',
      cohortId,
      course: 'data',
      sessionId: sessionOf(url),
      status: 'completed',
    });
    expect(member.planConnections).toMatchObject([{ planId: 'pln_enrolled', active: true, type: 'ONETIME' }]);
    expect(member.stripeCustomerId).toMatch(/^cus_/);
    await eventually(async () =>
      (await mailsTo(student.email)).some((mail) => mail.subject === 'Your UTS enrolment is confirmed'),
    );
  });

  test('a deposit enrols and leaves a balance that can be seen', async () => {
    const { student } = await enrolled('deposit');
    expect(await orderOf(student)).toMatchObject({
      state: 'paid',
      amountCents: 50_000,
      paidCents: 50_000,
      balanceCents: 1_600_000,
      discountCents: 0,
    });
    expect(JSON.parse((await memberOf(student)).customFields['payment-info'])).toMatchObject({
      amount: 500,
      paymentType: 'deposit',
    });
  });

  test('an order in full of the release before, which did not write the discount, has it all the same', async () => {
    const { student } = await enrolled();
    await product.database.pool.query(`update enrolment_order set discount_cents = 0 where member_id = $1`, [
      student.memberId,
    ]);
    expect(await orderOf(student)).toMatchObject({ amountCents: 1_237_500, discountCents: 412_500 });
  });

  test('a payment that settles later keeps the seat and enrols when it settles', async () => {
    await product.call('POST', '/dev/card/faults', { body: settlesByHand });
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url, cards.settlesLater);
    expect((await confirm(student, url)).state).toBe('processing');
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    await product.call('DELETE', '/dev/card/faults');
  });

  test('a payment that fails later gives the seat back', async () => {
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1 } });
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    const { url } = (await checkout(student, cohortId)).body.data;
    await product.pay(url, cards.failsLater);
    await eventually(async () => (await orderOf(student)).state === 'failed');
    expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
    await product.call('DELETE', '/dev/card/faults');
  });

  test('a declined card charges nothing and the checkout stays open', async () => {
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    expect((await product.pay(url, cards.declined)).status).toBe(402);
    expect((await confirm(student, url)).state).toBe('awaiting-payment');
  });

  test('another member’s session is answered like an unknown one', async () => {
    const { url } = await enrolled();
    const stranger = await product.buildStudent();
    for (const sessionId of [sessionOf(url), 'cs_test_invented']) {
      const answer = await stranger.post('/enrolment/payments/confirm', { sessionId });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'payment-not-found']);
    }
    expect((await memberOf(stranger)).customFields['payment-status']).not.toBe('completed');
  });
});

describe('going to pay', () => {
  test('asking twice for the same thing gives the same checkout', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    const answers = await Promise.all([
      checkout(student, cohortId),
      checkout(student, cohortId),
      checkout(student, cohortId),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.data.url)).size).toBe(1);
  });

  test('of fifty concurrent buyers of one seat one may pay, and all others are refused as full', async () => {
    const students = await Promise.all(Array.from({ length: 50 }, () => product.buildStudent()));
    const cohortId = await product.buildCohort(1);
    const answers = await Promise.all(students.map((student) => untilNotBusy(() => checkout(student, cohortId))));
    const outcomes = answers.map((answer) => answer.body.error?.code ?? 'may pay').toSorted();
    expect(outcomes).toEqual([...Array.from({ length: 49 }, () => 'cohort-full'), 'may pay']);
  });

  test('two cohorts pressed in two tabs at once leave one checkout that can be paid', async () => {
    const student = await product.buildStudent();
    const [one, two] = [await product.buildCohort(1), await product.buildCohort(1)];
    await product.call('POST', '/dev/card/faults', {
      body: { api: { mode: 'slow', path: '/v1/checkout/sessions', method: 'POST', ms: 3_000 } },
    });
    const first = checkout(student, one);
    await eventually(async () => (await orderOf(student))?.state === 'draft');
    const answers = [await checkout(student, two), await first];
    await product.call('DELETE', '/dev/card/faults');
    expect(answers.map((answer) => answer.body.error?.code ?? 'may pay').toSorted()).toEqual([
      'may pay',
      'payment-in-progress',
    ]);
    const { rows } = await product.database.pool.query<{ id: string }>(
      `select id from enrolment_order where member_id = $1`,
      [student.memberId],
    );
    const sessions = (await product.call('GET', '/dev/card/sessions.json')).body.filter((session: any) =>
      rows.some(({ id }) => id === session.client_reference_id),
    );
    expect(sessions.map(({ status }: any) => status).toSorted()).toEqual(['expired', 'open']);
  });

  test('a provider that refuses for good does not keep the seat or the next press', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    // An address the provider does not take.
    await product.database.pool.query(`update member set email = 'not an address' where id = $1`, [student.memberId]);
    expect((await checkout(student, cohortId)).body.error.code).toBe('payment-provider-unavailable');
    expect((await orderOf(student)).state).toBe('cancelled');
    await product.database.pool.query(`update member set email = $2 where id = $1`, [student.memberId, student.email]);
    expect((await checkout(student, cohortId)).status).toBe(200);
  });

  test('a checkout can be paid for the promised half hour, and the minute our request may take', async () => {
    const student = await product.buildStudent();
    await checkout(student, await product.buildCohort(1));
    const minutes = `extract(epoch from session_expires_at - date_trunc('second', created_at))::int / 60 as minutes`;
    const { rows } = await product.database.pool.query(`select ${minutes} from enrolment_order where member_id = $1`, [
      student.memberId,
    ]);
    expect(rows).toEqual([{ minutes: 31 }]);
  });

  test('an order whose checkout never came is replaced after a minute', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    await product.call('POST', '/dev/card/faults', { body: { api: { mode: '500', path: '/v1/checkout/sessions' } } });
    expect((await checkout(student, cohortId)).status).toBe(503);
    await product.call('DELETE', '/dev/card/faults');
    await product.database.pool.query(
      `update enrolment_order set created_at = created_at - interval '2 minutes', session_expires_at = session_expires_at - interval '2 minutes' where member_id = $1`,
      [student.memberId],
    );
    expect((await checkout(student, cohortId)).status).toBe(200);
  });

  test('asking for something else ends the earlier checkout first', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    const first = (await checkout(student, cohortId)).body.data;
    const second = (await checkout(student, cohortId, { paymentType: 'deposit' })).body.data;
    expect(second.url).not.toBe(first.url);
    await product.pay(first.url);
    expect(await confirm(student, first.url)).toMatchObject({ state: 'cancelled', paidCents: 0 });
  });

  test('a lost answer of the provider makes no second checkout', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    await product.call('POST', '/dev/card/faults', {
      body: { api: { mode: 'answer-lost', path: '/v1/checkout/sessions', method: 'POST', times: 3 } },
    });
    const lost = await checkout(student, cohortId);
    expect([lost.status, lost.body.error.code]).toEqual([503, 'payment-provider-unavailable']);
    const { url, orderId } = (await checkout(student, cohortId)).body.data;
    const sessions = (await product.call('GET', '/dev/card/sessions.json')).body;
    expect(sessions.filter((each: any) => each.client_reference_id === orderId)).toHaveLength(1);
    await product.pay(url);
    expect((await confirm(student, url)).state).toBe('paid');
  });

  test('cancelling gives the seat back and nothing can be paid any more', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    const { url } = (await checkout(student, cohortId)).body.data;
    expect((await student.post('/enrolment/checkout/cancel')).body.data.state).toBe('cancelled');
    expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
    await product.pay(url);
    expect(await confirm(student, url)).toMatchObject({ state: 'cancelled', paidCents: 0 });
  });

  test.each([
    ['without the eligibility check', { preapproved: false }, {}, 409, 'eligibility-required'],
    ['without the acknowledgement', {}, { acknowledged: false }, 400, 'acknowledgement-required'],
    ['for a cohort that does not exist', {}, { cohortId: 'nowhere' }, 404, 'cohort-not-found'],
    ['for a cohort that has started', {}, { cohortId: '3' }, 409, 'cohort-not-open'],
    ['for a partner that does not exist', {}, { partner: 'xyz' }, 400, 'invalid-request'],
    ['with a price of its own', {}, { amountCents: 1 }, 400, 'invalid-request'],
  ])('is refused %s', async (_when, who, wish, status, code) => {
    const student = await product.buildStudent(who);
    const answer = await checkout(student, await product.buildCohort(1), wish);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await orderOf(student)).toBeNull();
  });

  test('is refused to who has paid, and to visitors', async () => {
    const { student, cohortId } = await enrolled();
    expect((await checkout(student, cohortId)).body.error.code).toBe('already-enrolled');
    const visitor = await product.call('POST', '/enrolment/checkout', {
      body: { partner: 'uts', cohortId, paymentType: 'full', acknowledged: true },
    });
    expect([visitor.status, visitor.body.error.code]).toEqual([401, 'login-required']);
  });
});

describe('a payment that is written down', () => {
  const nothingIsDue = async () => {
    const { rowCount } = await product.database.pool.query(
      'select from graphile_worker._private_jobs where run_at <= now()',
    );
    return rowCount === 0;
  };
  /** Reads `xmax`, in which a row lock leaves the number of its transaction. */
  async function readLocks({ memberId }: Student) {
    const { rows } = await product.database.pool.query<{ member: string; order: string }>(
      `select member.xmax as member, o.xmax as "order"
       from member join enrolment_order o on o.member_id = member.id where member.id = $1`,
      [memberId],
    );
    return rows[0]!;
  }

  test('is compared with the provider without a lock', async () => {
    const { student } = await enrolled();
    await eventually(nothingIsDue);
    const before = await readLocks(student);
    await product.database.pool.query(`select graphile_worker.add_job('compare-with-card-provider')`);
    await eventually(nothingIsDue);
    expect(await readLocks(student)).toEqual(before);
  });

  test('would show a lock on its member or its order', async () => {
    const { student } = await enrolled();
    await eventually(nothingIsDue);
    const before = await readLocks(student);
    await transaction(product.database.db, theMember(student.memberId));
    const locked = await readLocks(student);
    expect(locked.member).not.toBe(before.member);
    expect(locked.order).toBe(before.order);
    const [order] = await listOrders(product.database.db, student.memberId);
    await transaction(product.database.db, (tx) => lockOrder(tx, order!.id));
    expect((await readLocks(student)).order).not.toBe(before.order);
  });
});

describe('money that comes late or twice', () => {
  /** A hold that ran out while the buyer was still on the card page. */
  const letHoldRunOut = (student: Student) =>
    product.database.pool.query(`update seat_claim set expires_at = now() - interval '1 minute' where member_id = $1`, [
      student.memberId,
    ]);

  test('takes a seat that is still free', async () => {
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    await letHoldRunOut(student);
    await product.pay(url);
    expect((await confirm(student, url)).state).toBe('paid');
  });

  async function unseated() {
    const [late, quick] = [await product.buildStudent(), await product.buildStudent()];
    const cohortId = await product.buildCohort(1);
    const { url } = (await checkout(late, cohortId)).body.data;
    await letHoldRunOut(late);
    expect((await checkout(quick, cohortId)).status).toBe(200);
    await product.pay(url);
    expect((await confirm(late, url)).state).toBe('unseated');
    expect((await memberOf(late)).customFields.stage).toBe('2');
    return late;
  }

  async function paidDaysAgo(student: Student) {
    const shift = `update enrolment_order set paid_at = paid_at - interval '2 days' where member_id = $1`;
    await product.database.pool.query(shift, [student.memberId]);
    return orderOf(student);
  }

  test('waits visibly for a decision when the class has filled, and moves to another cohort', async () => {
    const student = await unseated();
    await eventually(async () =>
      (await mailsTo(student.email)).some((mail) => mail.subject.includes('class had filled')),
    );
    const elsewhere = await product.buildCohort(1);
    await product.database.pool.query(`update cohort set partners = '{sg}' where id = $1`, [elsewhere]);
    const refused = await student.post('/enrolment/order/resolve', { choice: 'cohort', cohortId: elsewhere });
    expect(refused.body.error.code).toBe('cohort-elsewhere');
    const cohortId = await product.buildCohort(1);
    const { paidAt } = await paidDaysAgo(student);
    const resolved = await student.post('/enrolment/order/resolve', { choice: 'cohort', cohortId });
    expect(resolved.body.data).toMatchObject({ state: 'paid', cohort: { id: cohortId }, paidAt });
    const { customFields } = await memberOf(student);
    expect(customFields).toMatchObject({ stage: '3', 'selected-cohort': cohortId });
    expect(JSON.parse(customFields['payment-info']).date).toBe(paidAt);
  });

  test('goes back in full on request', async () => {
    const student = await unseated();
    expect((await student.post('/enrolment/order/resolve', { choice: 'refund' })).body.data.state).toBe('refunded');
    await eventually(async () => (await orderOf(student)).refundedCents === 1_237_500);
    expect((await student.post('/enrolment/order/resolve', { choice: 'refund' })).body.error.code).toBe(
      'order-not-unseated',
    );
  });

  test('keeps the member from paying again before it is settled', async () => {
    const student = await unseated();
    const again = await checkout(student, await product.buildCohort(1));
    expect([again.status, again.body.error.code]).toEqual([409, 'payment-in-progress']);
  });

  test('goes back less what staff have paid back already', async () => {
    const student = await unseated();
    await product.call('POST', '/dev/card/refunds', {
      body: { payment_intent: await paymentOf(student), amount: 100_000 },
    });
    await eventually(async () => (await orderOf(student)).refundedCents === 100_000);
    await student.post('/enrolment/order/resolve', { choice: 'refund' });
    await eventually(async () => (await orderOf(student)).refundedCents > 100_000);
    expect((await orderOf(student)).refundedCents).toBe(1_237_500);
  });

  test('goes back by itself when the member does not decide in time', async () => {
    const student = await unseated();
    const { id } = await orderOf(student);
    await product.database.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where key = 'refund-unseated-order-' || $1`,
      [id],
    );
    await eventually(async () => (await orderOf(student)).refundedCents === 1_237_500);
    expect(await orderOf(student)).toMatchObject({ id, state: 'refunded', refundDueAt: null });
  });

  test('is refunded by itself when one member pays two checkouts', async () => {
    const student = await product.buildStudent();
    const [one, two] = [await product.buildCohort(1), await product.buildCohort(1)];
    const first = (await checkout(student, one)).body.data;
    // Simulates a first checkout ended here but not at the provider.
    await product.database.pool.query(`update enrolment_order set state = 'expired' where id = $1`, [first.orderId]);
    const second = (await checkout(student, two)).body.data;
    await product.pay(second.url);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    await product.pay(first.url);
    await eventually(async () => {
      const { rows } = await product.database.pool.query(
        `select r.state from refund r join payment p on p.id = r.payment_id where p.order_id = $1`,
        [first.orderId],
      );
      return rows[0]?.state === 'succeeded';
    });
    expect(await orderOf(student)).toMatchObject({ id: second.orderId, state: 'paid', refundedCents: 0 });
  });
});
