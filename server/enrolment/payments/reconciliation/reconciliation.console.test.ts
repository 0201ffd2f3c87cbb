import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../../testing/staff-console.ts';

const priceCents = 1_237_500;

let product: TestProduct;
let staff: TestConsole;
let owner: Employed;
let ofUts: Employed;
let ofUc: Employed;
const { checkout, enrolled, paymentOf, orderOf, sessionOf } = createBuying(() => product);

beforeAll(async () => {
  product = await startTestProduct();
  staff = openConsole(product);
  owner = await staff.employ({ role: 'owner' });
  ofUts = await staff.employ({ role: 'finance', partners: ['uts'] });
  ofUc = await staff.employ({ role: 'finance', partners: ['uc'] });
});
afterAll(() => product.stop());
beforeEach(() => product.call('DELETE', '/dev/card/faults'));

const rows = async (text: string, ...values: unknown[]) => (await product.database.pool.query(text, values)).rows;
const compare = async (what: string, by = ofUts, more = '') =>
  (await staff.call('GET', `/reconciliation?what=${what}${more}`, { cookie: by.cookie })).body.data;
const loseEvents = () => product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
const about = (data: { differences: { id: string }[] }, id: string) =>
  data.differences.filter((each) => each.id === id);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('a day beside the card provider', () => {
  test('has no difference where every event was heard', async () => {
    await enrolled();
    const { differences, partners, isWhole } = await compare('payments');
    expect([differences, isWhole]).toEqual([[], true]);
    const [{ count, cents }] = await rows(`select count(*)::int, sum(amount_cents)::int as cents from payment`);
    expect(partners).toEqual([{ partner: 'uts', currency: 'NZD', provider: { count, cents }, ours: { count, cents } }]);
  });

  test('shows a payment of an order of ours that we have not heard of, with the order', async () => {
    await loseEvents();
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url);
    const { differences } = await compare('payments');
    expect(differences).toEqual([
      expect.objectContaining({
        kind: 'not-recorded',
        partner: 'uts',
        orderId,
        providerCents: priceCents,
        ourCents: null,
      }),
    ]);
    expect((await compare('payments', ofUc)).differences).toEqual([]);
    await student.post('/enrolment/payments/confirm', { sessionId: sessionOf(url) });
    expect((await compare('payments')).differences).toEqual([]);
  });

  test('shows a payment that is not ours to owners alone, with the matter about it', async () => {
    const student = await product.buildStudent();
    const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
    await rows(`delete from seat_claim where order_id = $1`, orderId);
    await rows(`delete from enrolment_order where id = $1`, orderId);
    await product.pay(url);
    await eventually(
      async () => (await rows(`select 1 from review_item where subject = $1`, sessionOf(url))).length > 0,
    );
    const [{ id }] = await rows(`select id from review_item where subject = $1`, sessionOf(url));
    expect((await compare('payments', owner)).differences).toEqual([
      expect.objectContaining({ kind: 'not-recorded', partner: null, orderId: null, matterId: id }),
    ]);
    for (const limited of [ofUts, ofUc]) expect((await compare('payments', limited)).differences).toEqual([]);
  });

  test('shows a refund made at the provider directly, until it is taken over', async () => {
    const { student } = await enrolled();
    const payment_intent = await paymentOf(student);
    const { id: orderId } = await orderOf(student);
    await loseEvents();
    const { body: refund } = await product.call('POST', '/dev/card/refunds', {
      body: { payment_intent, amount: 2_500 },
    });
    expect((await compare('refunds')).differences).toEqual([
      expect.objectContaining({ kind: 'not-recorded', id: refund.id, orderId, providerCents: 2_500, ourCents: null }),
    ]);
    await product.call('DELETE', '/dev/card/faults');
    await rows(`select graphile_worker.add_job('compare-with-card-provider')`);
    await eventually(async () => (await compare('refunds')).differences.length === 0);
    expect((await compare('refunds')).partners[0].ours.cents).toBe(2_500);
  });

  test('shows a dispute that was lost and not heard of', async () => {
    const { student } = await enrolled();
    const payment_intent = await paymentOf(student);
    await loseEvents();
    for (const status of ['needs_response', 'lost'])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent, status } });
    expect(about(await compare('disputes'), payment_intent)).toMatchObject([
      { kind: 'not-recorded', providerCents: priceCents, partner: 'uts' },
    ]);
  });

  test.for([
    ['the same day', 0],
    ['different days', 3 * 86_400],
  ] as const)('has no difference where two disputes about one payment were lost on %s', async ([, secondsBefore]) => {
    const { student } = await enrolled();
    const payment_intent = await paymentOf(student);
    for (const status of ['needs_response', 'lost'])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent, amount: 20_000, status } });
    await eventually(async () => (await orderOf(student)).lostCents === 20_000);
    await rows(
      `insert into card_sandbox_object (id, kind, data)
       select id || '2', kind, data || jsonb_build_object('id', id || '2', 'amount', 30000,
         'created', (data ->> 'created')::int - $2::int)
       from card_sandbox_object where kind = 'dispute' and data ->> 'payment_intent' = $1`,
      payment_intent,
      secondsBefore,
    );
    // Any other news of the payment: all that the provider says of it is read again.
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent, amount: 100 } });
    await eventually(async () => (await orderOf(student)).lostCents === 50_000);
    const data = await compare('disputes');
    expect(about(data, payment_intent)).toEqual([]);
    expect(about(await compare('disputes', ofUts, `&day=${daysAgo(3)}&until=${daysAgo(0)}`), payment_intent)).toEqual(
      [],
    );
    // The negative control: what neither day explains is a difference.
    await rows(`update payment set dispute_taken_cents = 60000 where provider_payment_id = $1`, payment_intent);
    expect(about(await compare('disputes'), payment_intent)).toMatchObject([{ kind: 'amount', ourCents: 60_000 }]);
    await rows(`update payment set dispute_taken_cents = 50000 where provider_payment_id = $1`, payment_intent);
  });

  test('shows a payment of ours that the provider does not know, and one with another amount', async () => {
    const { student } = await enrolled();
    const payment = await paymentOf(student);
    await rows(`update payment set amount_cents = 7 where provider_payment_id = $1`, payment);
    expect(about(await compare('payments'), payment)).toMatchObject([
      { kind: 'amount', providerCents: priceCents, ourCents: 7 },
    ]);
    await rows(
      `update payment set provider_payment_id = 'pi_3nowhere', amount_cents = $2 where provider_payment_id = $1`,
      payment,
      priceCents,
    );
    const data = await compare('payments');
    expect(about(data, 'pi_3nowhere')).toMatchObject([
      { kind: 'not-at-provider', providerCents: null, ourCents: priceCents },
    ]);
    await rows(`update payment set provider_payment_id = $1 where provider_payment_id = 'pi_3nowhere'`, payment);
  });

  test('leaves to another day what the provider has on it, whenever we heard of it', async () => {
    const { student } = await enrolled();
    const payment = await paymentOf(student);
    await rows(`update payment set received_at = now() - interval '40 hours' where provider_payment_id = $1`, payment);
    const before = new Date(Date.now() - 40 * 3_600_000).toISOString().slice(0, 10);
    expect(await compare('payments', ofUts, `&day=${before}`)).toMatchObject({ partners: [], differences: [] });
    expect(about(await compare('payments'), payment)).toEqual([]);
  });

  test('says in the answer and in the file that more is missing at the provider than is looked up', async () => {
    const { student } = await enrolled();
    await rows(
      `insert into payment (id, order_id, provider_payment_id, session_id, amount_cents, currency)
       select 'pay_gone' || n, $1, 'pi_gone' || n, 'cs_gone', 100, 'NZD' from generate_series(1, 26) n`,
      (await orderOf(student)).id,
    );
    const { isWhole, differences } = await compare('payments');
    expect([isWhole, differences.length]).toEqual([false, 25]);
    const file = await staff.call('GET', '/reconciliation.csv?what=payments', { cookie: ofUts.cookie });
    expect(String(file.body).split('\r\n')[1]).toBe(`Not all of these days is compared${','.repeat(9)}`);
    await rows(`delete from payment where session_id = 'cs_gone'`);
    expect((await compare('payments')).isWhole).toBe(true);
  });

  test('says that the provider does not answer, and guesses nothing', async () => {
    await product.call('POST', '/dev/card/faults', { body: { api: { mode: '500', path: '/v1/charges' } } });
    const answer = await staff.call('GET', '/reconciliation', { cookie: owner.cookie });
    expect(answer.body.error.code).toBe('payment-provider-unavailable');
  });
});

describe('several days beside the card provider', () => {
  test('are compared at once, at most a month, and never backwards', async () => {
    await loseEvents();
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url);
    const days = (from: number, to: number) => `&day=${daysAgo(from)}&until=${daysAgo(to)}`;
    expect((await compare('payments', ofUts, days(3, 0))).differences).toHaveLength(1);
    expect((await compare('payments', ofUts, days(3, 1))).differences).toEqual([]);
    for (const wrong of [days(0, 1), days(31, 0)]) {
      const { status } = await staff.call('GET', `/reconciliation?what=payments${wrong}`, { cookie: ofUts.cookie });
      expect(status).toBe(400);
    }
    await student.post('/enrolment/payments/confirm', { sessionId: sessionOf(url) });
  });

  test('are a file with the differences first and the sums of the same answer, which the audit log knows of', async () => {
    await loseEvents();
    const student = await product.buildStudent();
    const { url } = (await checkout(student, await product.buildCohort(1))).body.data;
    await product.pay(url);
    const query = `what=payments&day=${daysAgo(2)}&until=${daysAgo(0)}`;
    const { differences, partners } = await compare('payments', ofUts, `&day=${daysAgo(2)}&until=${daysAgo(0)}`);
    const { body } = await staff.call('GET', `/reconciliation.csv?${query}`, { cookie: ofUts.cookie });
    const [, ...lines] = String(body).trim().split('\r\n');
    expect(lines).toHaveLength(differences.length + partners.length);
    expect(lines[0]).toContain(differences[0].id);
    expect(lines[0]).toContain('Not recorded here');
    expect(lines.at(-1)).toContain(String(partners[0].provider.cents / 100));
    const kept = await rows(`select note from audit_entry where action = 'reconciliation.exported'`);
    expect(kept).toContainEqual({ note: `payments, ${daysAgo(2)} to ${daysAgo(0)}` });
    await student.post('/enrolment/payments/confirm', { sessionId: sessionOf(url) });
  });
});
