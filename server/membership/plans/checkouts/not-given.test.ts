import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Site } from '../../sites/site.ts';
import { composeNotGiven } from './not-given.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { behind, buildBuyer, buildPayer, buildTwicePayer, mailsTo, press, rows, setFaults, untilReturned } =
  createBuyers(() => product);

/** The one mail to a buyer, once it is there. */
async function mailTo(buyer: Buyer) {
  await eventually(async () => (await mailsTo(buyer)).length > 0);
  const mails = await mailsTo(buyer);
  expect(mails).toHaveLength(1);
  return mails[0]!;
}

/** As if the page had expired here but not at the provider. */
const expire = ({ memberId }: Buyer) =>
  rows(`update plan_checkout set session_expires_at = now() - interval '6 minutes' where member_id = $1`, [memberId]);

test('a member who paid for the last place of a plan too late is told that the money goes back', async () => {
  const [late, first] = [await buildBuyer(), await buildBuyer()];
  const { url } = (await late.checkout('benefactor')).body.data;
  await expire(late);
  await first.buy('benefactor');
  await first.sees('benefactor', 'ACTIVE');
  await product.pay(url);
  const { subject, text } = await mailTo(late);
  expect(subject).toBe(`${planSite.name}: Your payment goes back`);
  expect(text).toContain('could not be completed. The last place was taken while you paid.');
  expect(text).toMatch(/The NZD [\d.]+ that you paid goes back in full/);
  await untilReturned(late);
  expect(await mailsTo(first)).toEqual([]);
});

test('a member whose money could not be paid back is told once', async () => {
  await setFaults({ settleSeconds: 1 });
  const buyer = await buildTwicePayer(cards.refundFails);
  await eventually(async () => (await mailsTo(buyer)).length > 1);
  const subjects = (await mailsTo(buyer)).map(({ subject }) => subject.split(': ')[1]);
  expect(subjects.toSorted()).toEqual(['Your payment goes back', 'Your refund did not go through']);
  await setFaults({});
});

test('a member who paid twice for a plan is told that they keep it', async () => {
  const buyer = await buildTwicePayer();
  expect((await mailTo(buyer)).text).toContain('You had this plan already, and keep it.');
});

test('a member whose change of price could not be made is told that nothing was charged', async () => {
  const buyer = await buildPayer('monthly', 'singer');
  const { subscriptionId } = await behind(buyer, 'singer');
  const { url } = (await buyer.checkout('trial', { replacesSubscriptions: true })).body.data;
  await press('renew', subscriptionId);
  const payments = `select 1 from plan_payment p join plan_checkout c on c.id = p.checkout_id where c.member_id = $1`;
  await eventually(async () => (await rows(payments, [buyer.memberId])).length === 2);
  await product.pay(url);
  const { subject, text } = await mailTo(buyer);
  expect(subject).toBe(`${planSite.name}: Your purchase could not be completed`);
  expect(text).toContain('had ended or was charged meanwhile, and stays as it is.');
  expect(text).toContain('Nothing was charged.');
});

test.each(['gone-already', 'member-gone'] as const)('%s is told to staff alone', (why) => {
  const site = { name: 'Choir' } as Site;
  const told = { plan: 'Singer', paid: { amountCents: 1_900, currency: 'usd' } };
  expect(composeNotGiven(site, 'ana@example.org', { why, ...told })).toBeUndefined();
  // The negative control.
  expect(composeNotGiven(site, 'ana@example.org', { why: 'plan-full', ...told })).toBeDefined();
});
