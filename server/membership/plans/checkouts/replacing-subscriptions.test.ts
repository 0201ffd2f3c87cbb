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

  test('is refused for the plan that the member has', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { status, body } = await buyer.checkout('trial', replacing);
    expect([status, body.error?.code]).toEqual([409, 'already-have-plan']);
  });
});
