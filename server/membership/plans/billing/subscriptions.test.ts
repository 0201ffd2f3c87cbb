import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardProvider } from '../../../platform/cards/card-provider.ts';
import type { ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import { buildSignedIn } from '../../../testing/crews.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { refreshSubscription } from './subscriptions.ts';

let product: TestMembership;
let memberId: string;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, planSite, product.services.keys);
  ({ memberId } = await buildSignedIn(product.database.pool, planSite.id));
  await product.database.pool.query(
    `insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, live, terms, terms_hash, asked_cents, currency,
       state, customer_id, session_expires_at)
     values ('mco_1', 'app_choir', $1, 'pln_choir_singer', 'prc_choir_monthly', 'subscription', false, '{}', '', 1900, 'NZD',
       'completed', 'cus_1', now())`,
    [memberId],
  );
  await product.database.pool.query(
    `insert into plan_connection (id, member_id, plan_id, type, status, price_id, checkout_id, subscription_id)
     values ('con_1', $1, 'pln_choir_singer', 'SUBSCRIPTION', 'ACTIVE', 'prc_choir_monthly', 'mco_1', 'sub_1')`,
    [memberId],
  );
});
afterAll(() => product.stop());

const subscription: ProviderSubscription = {
  id: 'sub_1',
  status: 'active',
  customerId: 'cus_1',
  metadata: { checkout_id: 'mco_1' },
  currentPeriodEnd: new Date(),
  cancelAt: null,
  canceledAt: null,
  trialEnd: null,
  priceCents: 1_900,
  currency: 'NZD',
  latestInvoice: null,
  live: false,
};

/** A provider that describes the subscription so. @param answer answers as soon as it is asked unless given */
const answering = (status: ProviderSubscription['status'], answer: () => Promise<void> = async () => undefined) => ({
  ...product.services,
  cards: {
    live: false,
    listPaidInvoices: async () => [],
    findSubscription: () => answer().then(() => ({ ...subscription, status })),
  } as unknown as CardProvider,
});

const statusNow = async () =>
  (await product.database.pool.query('select status from plan_connection where member_id = $1', [memberId])).rows[0]
    .status;

test('a stale answer, requested earlier and received later, changes nothing', async () => {
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answerLate = () => {
    asked.resolve();
    return late.promise;
  };
  const early = refreshSubscription(answering('past_due', answerLate), 'sub_1');
  await asked.promise;
  await refreshSubscription(answering('active'), 'sub_1');
  late.resolve();
  await early;
  expect(await statusNow()).toBe('ACTIVE');
  await refreshSubscription(answering('past_due'), 'sub_1');
  expect(await statusNow()).toBe('REQUIRES_PAYMENT');
});

test('a subscription without a plan of ours, or of the other mode, is left alone', async () => {
  const stranger = { ...subscription, metadata: {} };
  const services = answering('active');
  for (const other of [stranger, { ...subscription, live: true }]) {
    const cards = { ...services.cards, findSubscription: async () => other };
    expect(await refreshSubscription({ ...services, cards }, 'sub_1')).toBe(false);
  }
  expect(await statusNow()).toBe('REQUIRES_PAYMENT');
});
