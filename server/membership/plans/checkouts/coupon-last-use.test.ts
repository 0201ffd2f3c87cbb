import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { buildBuyer, setFaults, rows, untilReturned } = createBuyers(() => product);

/** The coupon is unused. */
beforeEach(() => rows(`update plan_checkout set state = 'expired' where coupon_id = 'LAST'`));

const checkout = (buyer: Buyer) => buyer.checkout('monthly', { couponId: 'LAST' });

test('the last use of a coupon is held by an open checkout', async () => {
  const [holder, other] = [await buildBuyer(), await buildBuyer()];
  const { url } = (await checkout(holder)).body.data;
  expect((await checkout(other)).body.error.code).toBe('coupon-used-up');
  expect((await checkout(holder)).body.data.url).toBe(url);
});

test('it is held from others alone who have proved nothing by one of a member who has not proved the address', async () => {
  const [holder, alike, proved] = [await buildBuyer(), await buildBuyer(), await buildBuyer()];
  await rows('update member set verified = false where id = any($1)', [[holder.memberId, alike.memberId]]);
  const { url } = (await checkout(holder)).body.data;
  expect((await checkout(alike)).body.error.code).toBe('coupon-used-up');
  await proved.buy('monthly', { couponId: 'LAST' });
  await proved.sees('singer', 'ACTIVE');
  await product.pay(url);
  await untilReturned(holder);
});

const ends: Record<string, (holder: Buyer, url: string) => Promise<unknown>> = {
  'expires at the card provider': (_holder, url) =>
    product.call('POST', `/dev/card/sessions/${new URL(url).pathname.split('/').at(-1)!}/expire`),
  'is over, though no event of it ever comes': ({ memberId }) =>
    rows(`update plan_checkout set session_expires_at = now() - interval '6 minutes' where member_id = $1`, [memberId]),
  'is replaced by one without it': (holder) => holder.checkout('monthly'),
  'is of a member who is deleted': ({ token }) =>
    product.call('DELETE', '/member', { token, headers: { 'x-api-key': planSite.publicKey } }),
};

test.each(Object.entries(ends))('it is free again when the checkout %s', async (_when, end) => {
  const [holder, other] = [await buildBuyer(), await buildBuyer()];
  await end(holder, (await checkout(holder)).body.data.url);
  await eventually(async () => (await checkout(other)).status === 200);
  expect((await checkout(await buildBuyer())).body.error.code).toBe('coupon-used-up');
});

test('it is free again where the card provider has made no page', async () => {
  const holder = await buildBuyer();
  await setFaults({ api: { mode: '500', path: '/v1/checkout/sessions' } });
  expect((await checkout(holder)).status).toBe(503);
  await setFaults({});
  // Longer than the timeout of the provider's calls.
  await rows(`update plan_checkout set created_at = created_at - interval '1 minute' where member_id = $1`, [
    holder.memberId,
  ]);
  expect((await checkout(await buildBuyer())).status).toBe(200);
});

test('a late payment for a use that was given away is refunded', async () => {
  const [holder, other] = [await buildBuyer(), await buildBuyer()];
  const { url } = (await checkout(holder)).body.data;
  await ends['is over, though no event of it ever comes']!(holder, url);
  await other.buy('monthly', { couponId: 'LAST' });
  await other.sees('singer', 'ACTIVE');
  await product.pay(url);
  await untilReturned(holder);
  expect(await holder.plan('singer')).toBeUndefined();
});

describe('a payment with a coupon that settles later', () => {
  beforeAll(() => setFaults(settlesByHand));
  afterAll(() => setFaults({}));

  /** One whose bank takes its time. */
  async function buildWaiting(couponId: string): Promise<Buyer> {
    const buyer = await buildBuyer();
    await buyer.buy('season', { couponId, card: cards.settlesLater });
    const processing = `select 1 from plan_checkout where member_id = $1 and state = 'processing'`;
    await eventually(async () => (await rows(processing, [buyer.memberId])).length > 0);
    return buyer;
  }

  test.each([
    ['once by each member', 'FIVER'],
    ['once in all', 'LAST'],
  ])('gives the plan where the coupon may be used %s', async (_limit, couponId) => {
    const buyer = await buildWaiting(couponId);
    await settleNow(product);
    expect((await buyer.sees('season', 'ACTIVE')).active).toBe(true);
  });

  test('is refunded where another member had the last use meanwhile', async () => {
    const buyer = await buildWaiting('LAST');
    const other = await buildBuyer();
    expect((await checkout(other)).body.error.code).toBe('coupon-used-up');
    await other.buy('monthly');
    await other.sees('singer', 'ACTIVE');
    await rows(`update plan_checkout set coupon_id = 'LAST' where member_id = $1`, [other.memberId]);
    await settleNow(product);
    await untilReturned(buyer);
    expect(await buyer.plan('season')).toBeUndefined();
  });
});
