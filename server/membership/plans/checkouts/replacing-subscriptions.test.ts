import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuyers } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { buildPayer, behind, press, rows, subscriptionAt } = createBuyers(() => product);

const replacing = { replacesSubscriptions: true };

/** Waits until no payment job is left, so that nothing more happens to a subscription. */
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

  test('ends one with a missing payment at once, before it charges', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await press('fail-next', subscriptionId);
    await press('renew', subscriptionId);
    await buyer.sees('singer', 'REQUIRES_PAYMENT');
    await buyer.buy('ensemble', replacing);
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
    expect((await buyer.sees('singer', 'CANCELED')).active).toBe(false);
  });

  test('leaves plans that were paid once', async () => {
    const buyer = await buildPayer('season', 'season');
    await buyer.buy('monthly', replacing);
    await buyer.sees('singer', 'ACTIVE');
    expect((await buyer.plan('season'))!.status).toBe('ACTIVE');
  });

  test('is another one than that which only adds: pressing the other button asks anew', async () => {
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

describe('a change to another price of the same plan', () => {
  const dayMs = 86_400_000;

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
    const paid = await rows(
      'select sum(amount_cents)::int as cents from plan_payment where checkout_id in (select id from plan_checkout where member_id = $1)',
      [buyer.memberId],
    );
    expect(paid).toEqual([{ cents: 1_900 }]);
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
    await rows(`update plan_connection set last_billed_at = now() + interval '1 second' where member_id = $1`, [
      buyer.memberId,
    ]);
    expect((await product.pay(url)).status).toBe(200);
    await eventually(async () => {
      const states = await rows<{ state: string }>(
        `select state from plan_checkout where member_id = $1 and replaces_subscriptions`,
        [buyer.memberId],
      );
      return states[0]!.state === 'returned';
    });
    expect((await buyer.plan('singer'))!.payment!.priceId).toBe('prc_choir_monthly');
    expect((await subscriptionAt(subscriptionId)).status).toBe('active');
  });
});
