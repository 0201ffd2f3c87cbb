import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { buildPayer, behind, press, rows, run, setFaults, subscriptionAt } = createBuyers(() => product);

const replacing = { replacesSubscriptions: true };

/** Waits until no cancellation of a subscription is queued. */
const untilDone = () =>
  eventually(async () => {
    const jobs = await rows(`select 1 from graphile_worker._private_jobs where key like 'cancel-subscription-%'`);
    return jobs.length === 0;
  });

describe('a checkout that replaces subscriptions', () => {
  test('ends them with their paid period once it is paid, and not itself', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await buyer.buy('ensemble', replacing);
    await buyer.sees('ensemble', 'ACTIVE');
    await eventually(async () => (await subscriptionAt(subscriptionId)).cancel_at_period_end);
    expect((await buyer.plan('singer'))!.active).toBe(true);
    const own = await behind(buyer, 'ensemble');
    expect((await subscriptionAt(own.subscriptionId)).cancel_at_period_end).toBe(false);
    await press('renew', subscriptionId);
    await buyer.sees('singer', 'CANCELED');
    expect((await buyer.plan('ensemble'))!.status).toBe('ACTIVE');
  });

  test.each([
    ['has failed ten times', '500'],
    ['the provider refuses at first', '400'],
  ])('ends them by a cancellation that %s, at the next reconciliation', async (_what, mode) => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await setFaults({ api: { mode, method: 'POST', path: `/v1/subscriptions/${subscriptionId}` } });
    await buyer.buy('ensemble', replacing);
    const giveUp = `update graphile_worker._private_jobs set attempts = max_attempts
      where key = $1 and attempts > 0 and locked_at is null returning id`;
    const key = `cancel-subscription-${subscriptionId}-later`;
    await eventually(async () => (await rows(giveUp, [key])).length > 0, { withinMs: 30_000 });
    await setFaults({});
    expect((await subscriptionAt(subscriptionId)).cancel_at_period_end).toBe(false);
    await run('reconcile-plans');
    await eventually(async () => (await subscriptionAt(subscriptionId)).cancel_at_period_end, { withinMs: 30_000 });
    await untilDone();
  });

  test('leaves them as they are where it only adds (negative control)', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await buyer.buy('ensemble');
    await buyer.sees('ensemble', 'ACTIVE');
    await untilDone();
    expect(await subscriptionAt(subscriptionId)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  test('ends nothing while it is not paid', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    const { url } = (await buyer.checkout('ensemble', replacing)).body.data;
    expect((await product.pay(url, cards.declined)).status).toBe(402);
    await untilDone();
    expect(await subscriptionAt(subscriptionId)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  test('leaves plans that were paid once', async () => {
    const buyer = await buildPayer('season', 'season');
    await buyer.buy('monthly', replacing);
    await buyer.sees('singer', 'ACTIVE');
    await untilDone();
    expect((await buyer.plan('season'))!.status).toBe('ACTIVE');
  });

  test('has another page than a checkout that only adds the same price', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const ask = async (more: object) => (await buyer.checkout('ensemble', { ...more })).body.data.url;
    const adding = await ask({});
    expect(await ask({})).toBe(adding);
    expect(await ask(replacing)).not.toBe(adding);
  });

  test('is refused for the price that the member has, and for every price where it only adds', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    for (const [price, more] of [
      ['monthly', replacing],
      ['trial', {}],
    ] as const) {
      const { status, body } = await buyer.checkout(price, more);
      expect([price, status, body.error?.code]).toEqual([price, 409, 'already-have-plan']);
    }
  });
});

test('a replaced subscription that is charged once more ends, and staff are told to look', async () => {
  const buyer = await buildPayer('monthly', 'singer');
  const { subscriptionId, checkoutId } = await behind(buyer, 'singer');
  // The provider renews it before the cancellation reaches it.
  await setFaults({ api: { mode: '500', method: 'DELETE', path: `/v1/subscriptions/${subscriptionId}` } });
  await buyer.buy('trial', replacing);
  await buyer.sees('singer', 'TRIALING');
  await press('renew', subscriptionId);
  const kinds = () => rows('select kind from review_item where subject = $1', [checkoutId]);
  await eventually(async () => (await kinds()).length > 0);
  expect(await kinds()).toEqual([{ kind: 'ended-subscription-paid' }]);
  await setFaults({});
  await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
  expect((await buyer.plan('singer'))!.status).toBe('TRIALING');
});

describe('a change to another price of the same plan', () => {
  const dayMs = 86_400_000;

  const paymentsOf = ({ memberId }: Buyer) =>
    rows<{ id: string; cents: number }>(
      `select p.provider_payment_id as id, p.amount_cents as cents
       from plan_payment p join plan_checkout c on c.id = p.checkout_id
       where c.member_id = $1 order by p.received_at`,
      [memberId],
    );

  /** Pays a payment back at the provider. @returns its id */
  async function refund(id: string): Promise<string> {
    const { status } = await product.call('POST', '/dev/card/refunds', { body: { payment_intent: id } });
    expect(status).toBe(200);
    return id;
  }
  const refundOf = async (buyer: Buyer, index: number) => refund((await paymentsOf(buyer))[index]!.id);

  /** Waits until the event of a refund was handled. */
  const untilHandled = (paymentId: string) =>
    eventually(async () => {
      const query = `select 1 from provider_event
        where provider_payment_id = $1 and type = 'charge.refunded' and processed_at is not null`;
      return (await rows(query, [paymentId])).length > 0;
    });

  /** Waits until a change that could not be made has ended at the provider. */
  async function untilReturned({ memberId }: Buyer): Promise<void> {
    const query =
      'select state, subscription_id as id from plan_checkout where member_id = $1 and replaces_subscriptions';
    const read = () => rows<{ state: string; id: string }>(query, [memberId]);
    await eventually(async () => (await read())[0]!.state === 'returned');
    expect((await subscriptionAt((await read())[0]!.id)).status).toBe('canceled');
  }

  /** One who changes from the month's price, and how long that is paid. */
  async function buildChanger() {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    const paidUntil = (await buyer.plan('singer'))!.payment!.nextBillingDate!;
    return { buyer, subscriptionId, paidUntil };
  }

  test('charges nothing for the time that is paid, and ends the earlier subscription', async () => {
    const { buyer, subscriptionId, paidUntil } = await buildChanger();
    await buyer.buy('trial', replacing);
    const changed = await buyer.sees('singer', 'TRIALING');
    expect([changed.active, changed.payment!.priceId]).toEqual([true, 'prc_choir_trial']);
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
    await untilDone();
    const { payment } = (await buyer.plan('singer'))!;
    expect(payment!.nextBillingDate! - paidUntil).toBeGreaterThanOrEqual(-60_000);
    expect(payment!.nextBillingDate! - paidUntil).toBeLessThan(dayMs);
    expect(await paymentsOf(buyer)).toHaveLength(1);
    await press('end-trial', (await behind(buyer, 'singer')).subscriptionId);
    await buyer.sees('singer', 'ACTIVE');
  });

  test('made again while the paid days last does not prolong them', async () => {
    const { buyer } = await buildChanger();
    await buyer.buy('trial', replacing);
    const first = (await buyer.sees('singer', 'TRIALING')).payment!.nextBillingDate!;
    await buyer.buy('monthly', replacing);
    await eventually(async () => (await buyer.plan('singer'))!.payment!.priceId === 'prc_choir_monthly');
    const again = (await buyer.plan('singer'))!.payment!.nextBillingDate!;
    expect(again).toBeLessThanOrEqual(first);
    expect(first - again).toBeLessThan(dayMs + 60_000);
  });

  test('is not made where the earlier subscription was charged again while it was open', async () => {
    const { buyer, subscriptionId } = await buildChanger();
    const { url } = (await buyer.checkout('trial', replacing)).body.data;
    await press('renew', subscriptionId);
    await eventually(async () => (await paymentsOf(buyer)).length === 2);
    expect((await product.pay(url)).status).toBe(200);
    await untilReturned(buyer);
    expect((await buyer.plan('singer'))!.payment!.priceId).toBe('prc_choir_monthly');
    expect((await subscriptionAt(subscriptionId)).status).toBe('active');
  });

  test('is not made where the earlier payment went back meanwhile: no day is given that was not paid', async () => {
    const { buyer } = await buildChanger();
    const { url } = (await buyer.checkout('trial', replacing)).body.data;
    await refundOf(buyer, 0);
    await buyer.sees('singer', 'CANCELED');
    expect((await product.pay(url)).status).toBe(200);
    await untilReturned(buyer);
    expect((await buyer.plan('singer'))!.status).toBe('CANCELED');
  });

  test('ends with the payment that its days rest on, after a second change, too', async () => {
    const { buyer } = await buildChanger();
    await buyer.buy('trial', replacing);
    await buyer.sees('singer', 'TRIALING');
    await buyer.buy('monthly', replacing);
    await eventually(async () => (await buyer.plan('singer'))!.payment!.priceId === 'prc_choir_monthly');
    await refundOf(buyer, 0);
    expect((await buyer.sees('singer', 'CANCELED')).active).toBe(false);
  });

  test('goes on without that payment once it was paid for itself', async () => {
    const { buyer } = await buildChanger();
    await buyer.buy('trial', replacing);
    await buyer.sees('singer', 'TRIALING');
    await press('end-trial', (await behind(buyer, 'singer')).subscriptionId);
    await eventually(async () => (await paymentsOf(buyer)).length === 2);
    await untilHandled(await refundOf(buyer, 0));
    expect((await buyer.plan('singer'))!.status).toBe('ACTIVE');
  });

  test('goes on when a charge that came after it goes back, and ends with the payment before', async () => {
    const { buyer, subscriptionId } = await buildChanger();
    const { checkoutId } = await behind(buyer, 'singer');
    await buyer.buy('trial', replacing);
    await buyer.sees('singer', 'TRIALING');
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
    // What the provider took for the earlier subscription before the cancellation reached it.
    const other = await buildPayer('season', 'season');
    const stray = (await paymentsOf(other))[0]!.id;
    await rows(
      `update plan_payment set checkout_id = $1, received_at = clock_timestamp() where provider_payment_id = $2`,
      [checkoutId, stray],
    );
    await untilHandled(await refund(stray));
    expect((await buyer.plan('singer'))!.status).toBe('TRIALING');
    await refundOf(buyer, 0);
    await buyer.sees('singer', 'CANCELED');
  });

  test('is refused while the provider has not taken the money for the period', async () => {
    const { buyer } = await buildChanger();
    await eventually(async () => {
      // Again where an event of the first payment was applied since.
      await rows(`update plan_connection set payment_status = 'draft' where member_id = $1`, [buyer.memberId]);
      return (await buyer.checkout('trial', replacing)).body.error?.code === 'already-have-plan';
    });
    expect((await buyer.plan('singer'))!.payment!.status).toBe('draft');
  });

  test('is a purchase at the full price once a renewal has failed, and the earlier subscription ends', async () => {
    const { buyer, subscriptionId } = await buildChanger();
    await press('fail-next', subscriptionId);
    await press('renew', subscriptionId);
    await buyer.sees('singer', 'REQUIRES_PAYMENT');
    await buyer.buy('trial', replacing);
    await buyer.sees('singer', 'ACTIVE');
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
    await eventually(async () => (await paymentsOf(buyer)).length >= 2);
    // With the fee at the beginning, as of any purchase of this price.
    expect((await paymentsOf(buyer)).map(({ cents }) => cents)).toEqual([1_900, 2_400]);
  });

  test('is refused for a team plan, whose prices differ in their seats', async () => {
    const buyer = await buildPayer('ensemble', 'ensemble');
    expect((await buyer.checkout('ensemble-large', replacing)).body.error?.code).toBe('already-have-plan');
  });

  test('whose checkout was priced before the subscription was there is a second payment, and goes back', async () => {
    const { buyer, subscriptionId } = await buildChanger();
    const { url } = (await buyer.checkout('trial', replacing)).body.data;
    await rows('update plan_checkout set changes_checkout_id = null where member_id = $1', [buyer.memberId]);
    expect((await product.pay(url)).status).toBe(200);
    await untilReturned(buyer);
    expect((await subscriptionAt(subscriptionId)).status).toBe('active');
  });
});
