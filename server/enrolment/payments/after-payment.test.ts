import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, enrolled, mailsTo, memberOf, orderOf, paymentOf, sessionOf } = createBuying(() => product);

describe('refunds begun at the provider', () => {
  test('a full one ends enrolment and frees the seat', async () => {
    const { student } = await enrolled();
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent: await paymentOf(student) } });
    await eventually(async () => (await orderOf(student)).state === 'refunded');
    const member = await memberOf(student);
    expect(member.customFields).toMatchObject({ stage: '2', 'payment-status': '' });
    expect(member.planConnections.filter((plan: any) => plan.active)).toEqual([]);
    const { rows } = await product.database.pool.query(`select state from seat_claim where member_id = $1`, [
      student.memberId,
    ]);
    expect(rows).toEqual([{ state: 'released' }]);
  });

  test('a partial one changes nothing but the sum', async () => {
    const { student } = await enrolled();
    await product.call('POST', '/dev/card/refunds', {
      body: { payment_intent: await paymentOf(student), amount: 10_000 },
    });
    await eventually(async () => (await orderOf(student)).refundedCents === 10_000);
    expect((await orderOf(student)).state).toBe('paid');
  });
});

describe('disputes', () => {
  test.each([
    ['lost', 'refunded', '2'],
    ['won', 'paid', '3'],
  ])('one that is %s leaves the order %s and the member at stage %s', async (status, state, stage) => {
    const { student } = await enrolled();
    const payment = await paymentOf(student);
    for (const next of ['needs_response', status])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status: next } });
    await eventually(async () => {
      const { rows: events } = await product.database.pool.query(
        `select count(*)::int as n from provider_event
         where type = 'charge.dispute.closed' and provider_payment_id = $1 and processed_at is not null`,
        [payment],
      );
      return events[0].n === 1;
    });
    expect((await orderOf(student)).state).toBe(state);
    expect((await memberOf(student)).customFields.stage).toBe(stage);
  });
});

describe('reconciliation', () => {
  const run = (job: string) => product.database.pool.query(`select graphile_worker.add_job($1)`, [job]);

  test('enrols a payer whose event never arrived', async () => {
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url);
    await product.call('DELETE', '/dev/card/faults');
    expect((await orderOf(student)).state).toBe('awaiting-payment');
    await run('compare-with-card-provider');
    await eventually(async () => (await orderOf(student)).state === 'paid');
  });

  test('reports a payment of an unknown checkout once, though it is compared again after staff have resolved it', async () => {
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.database.pool.query(`delete from seat_claim where order_id = $1`, [orderId]);
    await product.database.pool.query(`delete from enrolment_order where id = $1`, [orderId]);
    await product.pay(url);
    const items = async () =>
      (
        await product.database.pool.query(`select kind, resolved_at from review_item where subject = $1`, [
          sessionOf(url),
        ])
      ).rows;
    await eventually(async () => (await items()).length > 0);
    expect(await items()).toEqual([{ kind: 'unknown-payment', resolved_at: null }]);
    await product.database.pool.query(`update review_item set resolved_at = now() where subject = $1`, [
      sessionOf(url),
    ]);
    const compared = async () =>
      (await product.database.pool.query(`select compared_until from card_comparison`)).rows[0].compared_until;
    const before = await compared();
    await run('compare-with-card-provider');
    await eventually(async () => (await compared()) > before);
    expect(await items()).toEqual([{ kind: 'unknown-payment', resolved_at: expect.any(Date) }]);
  });

  test('puts a refund the provider could not make on the list for staff', async () => {
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 1 } });
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url, cards.refundFails);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent: await paymentOf(student) } });
    await eventually(async () => {
      const { rows: items } = await product.database.pool.query(`select kind from review_item where subject = $1`, [
        orderId,
      ]);
      return items.length > 0;
    });
    const { rows: items } = await product.database.pool.query(`select kind, note from review_item where subject = $1`, [
      orderId,
    ]);
    expect(items).toEqual([
      {
        kind: 'refund-failed',
        note: 'The provider could not pay the money back. A person must, unless the payment is disputed.',
      },
    ]);
    await product.call('DELETE', '/dev/card/faults');
  });

  test('releases the seat of an order whose checkout expired without an event', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
    const { url, orderId } = (await checkout(student, cohortId)).body.data;
    await product.call('POST', `/dev/card/sessions/${sessionOf(url)}/expire`);
    await product.call('DELETE', '/dev/card/faults');
    await product.database.pool.query(
      `update enrolment_order set updated_at = now() - interval '2 minutes' where id = $1`,
      [orderId],
    );
    await run('reconcile');
    await eventually(async () => (await orderOf(student)).state === 'expired');
    expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
  });
});

describe('card events', () => {
  test('one that is not signed is refused and changes nothing', async () => {
    const before = await product.database.pool.query(`select count(*) from provider_event`);
    for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }] as Record<string, string>[]) {
      const answer = await product.call('POST', '/webhooks/stripe', {
        body: { id: 'evt_forged', type: 'checkout.session.completed' },
        headers,
      });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid-signature']);
    }
    const after = await product.database.pool.query(`select count(*) from provider_event`);
    expect(after.rows).toEqual(before.rows);
  });

  test('duplicated and shuffled ones enrol once, with one mail', async () => {
    await product.call('POST', '/dev/card/faults', { body: { events: { duplicate: 5, shuffle: true } } });
    const { student } = await enrolled();
    await product.call('DELETE', '/dev/card/faults');
    await eventually(async () => (await mailsTo(student.email)).length > 0);
    const { rows } = await product.database.pool.query(
      `select (select count(*)::int from payment p join enrolment_order o on o.id = p.order_id where o.member_id = $1) as payments,
              (select count(*)::int from seat_claim where member_id = $1 and state = 'consumed') as seats,
              (select count(*)::int from mail_outbox where kind = 'order-enrolled' and recipient = $2) as mails`,
      [student.memberId, student.email],
    );
    expect(rows).toEqual([{ payments: 1, seats: 1, mails: 1 }]);
  });
});
