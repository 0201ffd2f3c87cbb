import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import type { CardProvider } from '../../../platform/cards/card-provider.ts';
import { transaction } from '../../../platform/database/database.ts';
import { buildSignedIn } from '../../../testing/crews.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { eventually } from '../../../testing/eventually.ts';
import { changeMember } from '../../members/members.ts';
import { applySite } from '../../declaration/apply-site.ts';
import { describeChange } from '../../declaration/describe-change.ts';
import { findOrMakeCustomer, noteCustomer } from './billing-customer.ts';
import { listDueSubscriptions, listLiveSitesWithTests, listOrphans } from './due-plans.store.ts';
import { reconcilePlans } from './reconcile-plans.ts';
import { settlePlanCheckout } from '../checkouts/settle-checkout.ts';
import { checkSubscription } from './subscriptions.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const rows = async (query: string, values: unknown[] = []) => (await product.database.pool.query(query, values)).rows;

let made = 0;
/** A site of its own with a member who has paid for one of its plans. */
async function buildPayer({ live, mode = live ? 'live' : 'sandbox' }: { live: boolean; mode?: 'live' | 'sandbox' }) {
  const number = ++made;
  const site = {
    id: `app_mode${number}`,
    name: 'Quay Choir',
    plans: [{ ...planSite.plans.find(({ id }) => id === 'pln_choir_singer')!, id: `pln_mode${number}` }].map(
      (plan) => ({ ...plan, prices: plan.prices.slice(0, 1).map((price) => ({ ...price, id: `prc_mode${number}` })) }),
    ),
  };
  const apply = (to: 'live' | 'sandbox') =>
    applySite(product.services, product.services.db, {
      declaration: {
        ...planSite,
        ...site,
        mode: to,
        publicKey: `${to === 'live' ? 'pk_' : 'pk_sb_'}mode${number}`,
        coupons: [],
      },
      actor: 'a test',
    }).then((changes) => changes.map(describeChange));
  await apply(mode);
  const { memberId } = await buildSignedIn(product.database.pool, site.id);
  const id = `mco_mode${number}`;
  await rows(
    `insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, live, terms, terms_hash, asked_cents,
       currency, state, customer_id, subscription_id, session_expires_at)
     values ($1, $2, $3, $4, $5, 'subscription', $6, '{}', '', 1900, 'NZD', 'completed', 'cus_mode', $7, now())`,
    [id, site.id, memberId, `pln_mode${number}`, `prc_mode${number}`, live, `sub_mode${number}`],
  );
  await rows(
    `insert into plan_connection (id, member_id, plan_id, type, status, price_id, checkout_id, subscription_id,
       subscription_status, asked_at, next_billing_at)
     values ($1, $2, $3, 'SUBSCRIPTION', 'ACTIVE', $4, $1, $5, 'active', now() - interval '2 days', now() - interval '1 day')`,
    [id, memberId, `pln_mode${number}`, `prc_mode${number}`, `sub_mode${number}`],
  );
  const status = async () => (await rows('select status from plan_connection where id = $1', [id]))[0].status;
  return { id, memberId, siteId: site.id, subscriptionId: `sub_mode${number}`, apply, status };
}

/** A provider that does not know purchases of other keys. */
const withKey = (live: boolean, production = true) => ({
  ...product.services,
  production,
  cards: {
    live,
    findSubscription: async () => undefined,
    findCheckout: async () => undefined,
    createCustomer: async () => 'cus_new',
  } as unknown as CardProvider,
});

test('a purchase by test card ends when its site goes live, and the difference says so', async () => {
  const payer = await buildPayer({ live: false });
  expect(await payer.apply('live')).toContain(
    '~ mode: "sandbox" → "live" (1 plan that was bought with a test card ends)',
  );
  await eventually(async () => (await payer.status()) === 'CANCELED');
});

test('a site whose members pay real money cannot go into test mode', async () => {
  const payer = await buildPayer({ live: true });
  await expect(payer.apply('sandbox')).rejects.toThrow('mode: members have paid for 1 of the site');
  expect(await payer.status()).toBe('ACTIVE');
});

test('a payment by test card after a site has gone live is refunded', async () => {
  const payer = await buildPayer({ live: false, mode: 'live' });
  await rows(
    `update plan_checkout set state = 'open', session_id = 'cs_mode', mode = 'payment', terms = '{"couponId": null}' where id = $1`,
    [payer.id],
  );
  const paid = {
    id: 'cs_mode',
    status: 'complete',
    paymentStatus: 'paid',
    amountCents: 1_900,
    currency: 'NZD',
    live: false,
    payment: null,
    subscriptionId: null,
  } as ProviderCheckout;
  await settlePlanCheckout(withKey(false), paid);
  expect((await rows('select state from plan_checkout where id = $1', [payer.id]))[0].state).toBe('returning');
});

test('a remaining test purchase ends at the next reconciliation, at live sites alone', async () => {
  const [live, sandbox, real] = [
    await buildPayer({ live: false, mode: 'live' }),
    await buildPayer({ live: false }),
    await buildPayer({ live: true }),
  ];
  await rows(`update plan_connection set asked_at = now(), next_billing_at = null`);
  await reconcilePlans(withKey(true));
  expect([await live.status(), await sandbox.status(), await real.status()]).toEqual(['CANCELED', 'ACTIVE', 'ACTIVE']);
});

test('a checkout begun in test mode ends at the next reconciliation of a site that went live', async () => {
  const payer = await buildPayer({ live: false, mode: 'live' });
  const { db } = product.services;
  await rows(`update plan_checkout set state = 'open' where id = $1`, [payer.id]);
  await rows(`update plan_connection set status = 'CANCELED', closed_at = now() where id = $1`, [payer.id]);
  expect(await listLiveSitesWithTests(db)).toContain(payer.siteId);
  await reconcilePlans(withKey(true));
  expect(await listLiveSitesWithTests(db)).not.toContain(payer.siteId);
});

test('a plan ends whose subscription the provider does not know, and is not polled again', async () => {
  const payer = await buildPayer({ live: true });
  const { db } = product.services;
  expect(await listDueSubscriptions(db, true)).toContain(payer.subscriptionId);
  await checkSubscription(withKey(true), payer.subscriptionId);
  expect(await payer.status()).toBe('CANCELED');
  await rows(`update plan_connection set closed_at = now() - interval '1 hour' where id = $1`, [payer.id]);
  expect(await listOrphans(db, true)).not.toContain(payer.subscriptionId);
});

test('subscriptions that stay overdue after each poll do not keep a newly due one waiting', async () => {
  const payer = await buildPayer({ live: true });
  const { db } = product.services;
  await rows(
    `insert into member (id, site_id, email) select 'mem_stuck_' || n, site_id, n || '@stuck.example'
     from member, generate_series(1, 100) n where id = (select member_id from plan_connection where id = $1)`,
    [payer.id],
  );
  // All were polled a round ago, and their dates have passed longer than that of the new one.
  await rows(
    `insert into plan_connection select stuck.* from generate_series(1, 100) n, jsonb_populate_record(null::plan_connection, (
      select to_jsonb(c) || jsonb_build_object('id', 'con_stuck_' || n, 'member_id', 'mem_stuck_' || n,
        'subscription_id', 'sub_stuck_' || n, 'next_billing_at', now() - interval '1 day',
        'asked_at', now() - interval '5 minutes')
      from plan_connection c where id = $1)) stuck`,
    [payer.id],
  );
  await rows(
    `update plan_connection set next_billing_at = now() - interval '1 minute', asked_at = now() - interval '1 hour'
     where id = $1`,
    [payer.id],
  );
  expect(await listDueSubscriptions(db, true)).toContain(payer.subscriptionId);
  await rows(`delete from member where id like 'mem_stuck_%'`);
});

test('with a key of the other mode nothing is polled and nothing ends', async () => {
  const payer = await buildPayer({ live: true });
  const { db } = product.services;
  expect(await listDueSubscriptions(db, false)).not.toContain(payer.subscriptionId);
  await checkSubscription(withKey(false), payer.subscriptionId);
  expect(await payer.status()).toBe('ACTIVE');
});

test('a new log-in address queues an update of the provider’s customer', async () => {
  const { memberId } = await buildPayer({ live: false });
  const { services } = product;
  const change = { email: `${memberId}@example.org` };
  await transaction(services.db, (tx) => changeMember(services, tx, memberId, change));
  const jobs = await rows(`select 1 from graphile_worker._private_jobs where key = $1`, [
    `update-card-customer-${memberId}`,
  ]);
  expect(jobs).toHaveLength(1);
});

test('a member has one customer for test cards and another for real money', async () => {
  const payer = await buildPayer({ live: false, mode: 'live' });
  const { db } = product.services;
  const note = (customerId: string, live: boolean) =>
    transaction(db, (tx) => noteCustomer(tx, payer.memberId, { customerId, live }));
  await note('cus_mode', false);
  const member = { id: payer.memberId, siteId: payer.siteId, email: 'payer@example.org' };
  const asked = (live: boolean) =>
    findOrMakeCustomer(withKey(live), member as Parameters<typeof findOrMakeCustomer>[1]);
  expect([await asked(false), await asked(true)]).toEqual(['cus_mode', 'cus_new']);
  await note('cus_real', true);
  expect(await asked(true)).toBe('cus_real');
});
