import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuyers } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { buildBuyer, buildPayer, behind, press, setFaults, run, rows } = createBuyers(() => product);

test('a payment whose event was lost is found after an outage of forty days, and its checkout is kept', async () => {
  await setFaults({ events: { drop: true } });
  const buyer = await buildBuyer();
  await buyer.buy('season');
  await rows(
    `update plan_checkout set updated_at = now() - interval '40 days', created_at = now() - interval '40 days',
       session_expires_at = now() - interval '40 days' where member_id = $1`,
    [buyer.memberId],
  );
  await run('forget-old-plan-checkouts');
  await run('reconcile-plans');
  expect((await buyer.sees('season', 'ACTIVE')).active).toBe(true);
  await setFaults({});
});

test('another amount than asked for waits for staff, and its subscription charges nothing more', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('monthly')).body.data;
  await rows('update plan_checkout set asked_cents = 1000 where member_id = $1', [buyer.memberId]);
  await product.pay(url);
  const subscription = async () =>
    (await product.call('GET', '/dev/card/subscriptions.json')).body.find(
      (each: any) => each.metadata.member_id === buyer.memberId,
    );
  await eventually(async () => (await subscription())?.cancel_at_period_end === true);
  expect(await rows('select state from plan_checkout where member_id = $1', [buyer.memberId])).toEqual([
    { state: 'review' },
  ]);
  expect(await buyer.plan('singer')).toBeUndefined();
});

test('a payment of nothing where a cent was asked gives nothing and waits for staff', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('monthly', { couponId: 'FREE' })).body.data;
  // A difference that would pass for rounding.
  await rows('update plan_checkout set asked_cents = 1 where member_id = $1', [buyer.memberId]);
  await product.pay(url);
  await eventually(async () => {
    const [found] = await rows<{ state: string }>('select state from plan_checkout where member_id = $1', [
      buyer.memberId,
    ]);
    return found?.state === 'review';
  });
  expect(await buyer.plan('singer')).toBeUndefined();
});

test('a payment at another checkout than the one we opened gives nothing, though it names ours', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('season')).body.data;
  await rows(`update plan_checkout set session_id = 'cs_test_opened_by_us' where member_id = $1`, [buyer.memberId]);
  await product.pay(url);
  const session = new URL(url).pathname.split('/').at(-1)!;
  const reviews = () => rows('select kind from review_item where subject = $1', [session]);
  await eventually(async () => (await reviews()).length > 0);
  expect(await reviews()).toEqual([{ kind: 'unknown-payment' }]);
  expect(await buyer.plan('season')).toBeUndefined();
});

test('a subscription of an unknown checkout that cost nothing is not reported as paid', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('monthly', { couponId: 'FREE' })).body.data;
  await rows('delete from plan_checkout where member_id = $1', [buyer.memberId]);
  await product.pay(url);
  const session = new URL(url).pathname.split('/').at(-1)!;
  const reviews = () => rows('select kind, note from review_item where subject = $1', [session]);
  await eventually(async () => (await reviews()).length > 0);
  expect(await reviews()).toEqual([
    {
      kind: 'unknown-payment',
      note: expect.stringMatching(/^A subscription began without a payment, .*: NZD 0\.00, sub_/),
    },
  ]);
});

test('money that is to go back waits while the payment is disputed, and goes back once the dispute is won, with no matter left', async () => {
  await setFaults({ events: { drop: true } });
  const buyer = await buildBuyer();
  const session = await buyer.buy('season');
  const [paid] = await rows<{ id: string }>(
    `select data ->> 'payment_intent' as id from card_sandbox_object where id = $1`,
    [session],
  );
  const dispute = (status: string) =>
    product.call('POST', '/dev/card/disputes', { body: { payment_intent: paid!.id, status } });
  const stands = async () => {
    const found = await rows<{ state: string; kind: string | null }>(
      `select c.state, r.kind from plan_checkout c left join review_item r on r.subject = c.id and r.resolved_at is null
       where c.session_id = $1 order by r.kind`,
      [session],
    );
    return `${found[0]!.state}: ${found.map(({ kind }) => kind).join(', ')}`;
  };
  const reconciledTo = async (state: string) => {
    await rows(`update plan_checkout set updated_at = now() - interval '2 minutes' where session_id = $1`, [session]);
    await run('reconcile-plans');
    await eventually(async () => (await stands()) === state);
  };
  await dispute('needs_response');
  await rows('delete from member where id = $1', [buyer.memberId]);
  await reconciledTo('returning: member-gone, refund-disputed');
  await dispute('won');
  await reconciledTo('returned: member-gone');
  const refunds = `select 1 from card_sandbox_object where kind = 'refund' and data ->> 'payment_intent' = $1`;
  expect(await rows(refunds, [paid!.id])).toHaveLength(1);
  await setFaults({});
});

test('all paid periods whose events were lost are recorded', async () => {
  const buyer = await buildPayer('monthly', 'singer');
  const { subscriptionId } = await behind(buyer, 'singer');
  await setFaults({ events: { drop: true } });
  for (let period = 0; period < 3; period++) await press('renew', subscriptionId);
  await rows(
    `update plan_connection set asked_at = now() - interval '2 minutes', next_billing_at = now() - interval '1 minute'
     where member_id = $1`,
    [buyer.memberId],
  );
  await run('reconcile-plans');
  await eventually(async () => {
    const [found] = await rows<{ cents: number; n: number }>(
      `select count(*)::int as n, sum(amount_cents)::int as cents from plan_payment p
       join plan_checkout c on c.id = p.checkout_id where c.member_id = $1`,
      [buyer.memberId],
    );
    return found!.n === 4 && found!.cents === 4 * 1_900;
  });
  await setFaults({});
  expect((await buyer.plan('singer'))!.status).toBe('ACTIVE');
});

test('a round ends what has run out at once, and asks about subscriptions no longer than its time, the rest the next time', async () => {
  const seasonal = await buildPayer('season', 'season');
  const monthly = [];
  for (let count = 0; count < 3; count++) monthly.push(await buildPayer('monthly', 'singer'));
  const ids = monthly.map(({ memberId }) => memberId);
  // An event that is handled later would count as an answer.
  await eventually(async () => (await rows('select 1 from provider_event where processed_at is null')).length === 0);
  await rows(
    `update plan_connection set asked_at = now() - interval '2 minutes', next_billing_at = now() - interval '1 minute'
     where member_id = any($1)`,
    [ids],
  );
  await rows(`update plan_connection set ends_at = now() where member_id = $1`, [seasonal.memberId]);
  const countAsked = async () =>
    (
      await rows(`select 1 from plan_connection where member_id = any($1) and asked_at > now() - interval '1 minute'`, [
        ids,
      ])
    ).length;
  await setFaults({ api: { mode: 'slow', path: '/v1/subscriptions', ms: 3_500 } });
  await run('reconcile-plans');
  await seasonal.sees('season', 'CANCELED');
  expect(await countAsked()).toBeLessThan(2);
  await eventually(
    async () =>
      (await rows(`select 1 from graphile_worker.jobs where task_identifier = 'reconcile-plans'`)).length === 0,
  );
  expect(await countAsked()).toBe(2);
  await setFaults({});
  await run('reconcile-plans');
  await eventually(async () => (await countAsked()) === 3);
});

test('the provider is told a member’s new address', async () => {
  const buyer = await buildPayer('season', 'season');
  const { stripeCustomerId } = await buyer.self();
  await rows('update member set email = $2 where id = $1', [buyer.memberId, `new-${buyer.email}`]);
  await rows(`select graphile_worker.add_job('update-card-customer', json_build_object('memberId', $1::text))`, [
    buyer.memberId,
  ]);
  const emailAtProvider = async () =>
    (
      await rows<{ email: string }>(`select data ->> 'email' as email from card_sandbox_object where id = $1`, [
        stripeCustomerId,
      ])
    )[0]?.email;
  await eventually(async () => (await emailAtProvider()) === `new-${buyer.email}`);
  expect(await emailAtProvider()).toBe(`new-${buyer.email}`);
});
