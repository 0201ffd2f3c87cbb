import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const webhooks = [{ id: 'hall', url: `${receiver.origin}/hooks`, events: 'all' as const, enabled: false }];
  product = await startTestProduct({ sites: [{ ...planSite, webhooks }] });
});
afterAll(async () => {
  await product.stop();
  await receiver.stop();
});

const { buildBuyer, buildPayer, buildTwicePayer, behind, press, setFaults, run, rows, subscriptionAt } = createBuyers(
  () => product,
);

const refund = (paymentId: string, amount?: number) =>
  product.call('POST', '/dev/card/refunds', { body: { payment_intent: paymentId, ...(amount && { amount }) } });
const paymentsOf = async (buyer: Buyer) =>
  (
    await rows<{ n: number }>(
      'select count(*)::int as n from plan_payment p join plan_checkout c on c.id = p.checkout_id where c.member_id = $1',
      [buyer.memberId],
    )
  )[0]!.n;
const statesOf = async (buyer: Buyer) =>
  (
    await rows<{ state: string }>('select state from plan_checkout where member_id = $1 order by created_at', [
      buyer.memberId,
    ])
  ).map(({ state }) => state);
/** Cents refunded of the payment at a checkout. */
const refundedOf = async (checkoutId: string) =>
  (
    await rows<{ refunded: number }>(
      `select (data ->> 'amount_refunded')::int as refunded from card_sandbox_object where kind = 'charge'
         and data ->> 'payment_intent' = (select provider_payment_id from plan_payment where checkout_id = $1)`,
      [checkoutId],
    )
  )[0]!.refunded;
const reviewsOf = async (subject: string) =>
  (await rows<{ kind: string }>('select kind from review_item where subject = $1', [subject])).map(({ kind }) => kind);

describe('a subscription', () => {
  test('is renewed, and the next date moves', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    await rows('update plan_connection set next_billing_at = now() where member_id = $1', [buyer.memberId]);
    await press('renew', (await behind(buyer, 'singer')).subscriptionId);
    await eventually(async () => (await paymentsOf(buyer)) === 2);
    const { status, payment } = (await buyer.plan('singer'))!;
    expect(status).toBe('ACTIVE');
    expect(payment!.nextBillingDate! - Date.now()).toBeGreaterThan(27 * 86_400_000);
  });

  test('loses access while a payment is missing, and has it again once it is made', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await press('fail-next', subscriptionId);
    await press('renew', subscriptionId);
    expect((await buyer.sees('singer', 'REQUIRES_PAYMENT')).active).toBe(false);
    await press('pay-next', subscriptionId);
    await press('collect', subscriptionId);
    expect((await buyer.sees('singer', 'ACTIVE')).active).toBe(true);
  });

  test('says when the bank wants the cardholder', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await press('confirm-next', subscriptionId);
    await press('renew', subscriptionId);
    expect((await buyer.sees('singer', 'REQUIRES_AUTHENTICATION')).active).toBe(false);
  });

  test('cancelled in the portal lasts until what is paid for is over', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    const portal = await buyer.post('/member/create-billing-portal-session', { origin_url: 'https://choir.example' });
    await fetch(`${portal.body.data.url}/subscriptions/${subscriptionId}/cancel`, {
      method: 'POST',
      redirect: 'manual',
    });
    await eventually(async () => (await buyer.plan('singer'))!.payment!.cancelAtDate !== null);
    expect(await buyer.plan('singer')).toMatchObject({ status: 'ACTIVE', payment: { nextBillingDate: null } });
    await press('renew', subscriptionId);
    expect(await buyer.sees('singer', 'CANCELED')).toMatchObject({ active: false });
    await buyer.buy('monthly');
    await buyer.sees('singer', 'ACTIVE');
  });

  test('with a missing payment is cancelled when its member buys the plan again', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await press('fail-next', subscriptionId);
    await press('renew', subscriptionId);
    await buyer.sees('singer', 'REQUIRES_PAYMENT');
    await buyer.buy('monthly');
    await buyer.sees('singer', 'ACTIVE');
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
    expect((await buyer.plan('singer'))!.status).toBe('ACTIVE');
  });

  test('ends where another plan replaces it', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await buyer.buy('solo');
    await buyer.sees('soloist', 'ACTIVE');
    expect((await buyer.plan('singer'))!.status).toBe('CANCELED');
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
  });

  test('that a free plan cancels lasts until the end of the paid period', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    await buyer.post('/member/plans/add', { planId: 'pln_choir_sweeping' });
    await eventually(async () => (await subscriptionAt(subscriptionId)).cancel_at_period_end);
    expect((await buyer.plan('singer'))!.active).toBe(true);
  });

  test('is ended at the provider with its member', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId } = await behind(buyer, 'singer');
    expect((await product.call('DELETE', '/member', tokenOf(buyer))).status).toBe(200);
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
  });

  /** Token and public key of the member's own session. */
  const tokenOf = (buyer: Buyer) => ({ token: buyer.token, headers: { 'x-api-key': planSite.publicKey } });

  test('of a member who was deleted while paying is ended and paid back', async () => {
    const buyer = await buildBuyer();
    const { url } = (await buyer.checkout('monthly')).body.data;
    await rows('delete from member where id = $1', [buyer.memberId]);
    await product.pay(url);
    await eventually(async () => String(await statesOf(buyer)) === 'returned');
    const [record] = await rows<{ id: string; subscription_id: string }>(
      'select id, subscription_id from plan_checkout where member_id = $1',
      [buyer.memberId],
    );
    expect((await subscriptionAt(record!.subscription_id)).status).toBe('canceled');
    expect(await reviewsOf(record!.id)).toEqual(['member-gone']);
  });
});

describe('money that goes back', () => {
  test.for([
    ['monthly', 'singer'],
    ['season', 'season'],
  ] as const)('in full ends what %s paid for, here and at the provider; a part does not', async ([price, plan]) => {
    const buyer = await buildPayer(price, plan);
    const { subscriptionId, paymentId } = await behind(buyer, plan);
    await refund(paymentId, 100);
    await refund(paymentId, 200);
    await waitForEvents(paymentId, 'charge.refunded', 2);
    expect((await buyer.plan(plan))!.status).toBe('ACTIVE');
    await refund(paymentId);
    await buyer.sees(plan, 'CANCELED');
    if (subscriptionId) await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
    expect((await buyer.plan(plan))!.status).toBe('CANCELED');
  });

  const waitForEvents = (paymentId: string, type: string, count: number) =>
    eventually(async () => {
      const [found] = await rows<{ n: number }>(
        `select count(*)::int as n from provider_event
         where provider_payment_id = $1 and type = $2 and processed_at is not null`,
        [paymentId, type],
      );
      return found!.n >= count;
    });

  test('for an earlier month changes nothing', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId, paymentId } = await behind(buyer, 'singer');
    await press('renew', subscriptionId);
    await eventually(async () => (await paymentsOf(buyer)) === 2);
    await refund(paymentId);
    await waitForEvents(paymentId, 'charge.refunded', 1);
    expect((await buyer.plan('singer'))!.status).toBe('ACTIVE');
  });

  test.for([
    ['lost', {}, 'CANCELED', []],
    ['lost', { amount: 500 }, 'ACTIVE', ['dispute-lost-in-part']],
    ['won', {}, 'ACTIVE', []],
  ] as const)('by a dispute that is %s (%o) leaves the plan %s', async ([end, part, status, reviews]) => {
    const buyer = await buildPayer('monthly', 'singer');
    const { paymentId, checkoutId } = await behind(buyer, 'singer');
    for (const next of ['needs_response', end])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent: paymentId, status: next, ...part } });
    await waitForEvents(paymentId, 'charge.dispute.closed', 1);
    expect((await buyer.plan('singer'))!.status).toBe(status);
    expect(await reviewsOf(checkoutId)).toEqual(reviews);
  });
});

describe('a second team', () => {
  const teamsOf = async (buyer: Buyer) => (await buyer.self()).teams.ownedTeams;

  test('is not sold to the owner of one, unless it replaces that', async () => {
    const buyer = await buildPayer('section', 'section');
    expect((await buyer.checkout('ensemble')).body.error.code).toBe('can-only-have-one-active-team');
    await buyer.buy('orchestra');
    await buyer.sees('orchestra', 'ACTIVE');
    await buyer.sees('section', 'CANCELED');
  });

  test('paid for at once with the first: one is there, and the money for the other goes back', async () => {
    const buyer = await buildBuyer();
    const pages = [];
    for (const price of ['section', 'ensemble']) pages.push((await buyer.checkout(price)).body.data.url);
    await Promise.all(pages.map((page) => product.pay(page)));
    await eventually(async () => String((await statesOf(buyer)).toSorted()) === 'completed,returned');
    expect(await teamsOf(buyer)).toHaveLength(1);
    const [last] = await rows<{ id: string; subscription_id: string; asked_cents: number }>(
      `select id, subscription_id, asked_cents from plan_checkout where member_id = $1 and state = 'returned'`,
      [buyer.memberId],
    );
    expect((await subscriptionAt(last!.subscription_id)).status).toBe('canceled');
    expect(await reviewsOf(last!.id)).toEqual(['second-team']);
    expect(await refundedOf(last!.id)).toBe(last!.asked_cents);
  });

  test('that waits for its payment ends when another is taken', async () => {
    const buyer = await buildPayer('section', 'section');
    const { subscriptionId } = await behind(buyer, 'section');
    await press('fail-next', subscriptionId);
    await press('renew', subscriptionId);
    await buyer.sees('section', 'REQUIRES_PAYMENT');
    await buyer.buy('ensemble');
    await buyer.sees('ensemble', 'ACTIVE');
    expect((await buyer.plan('section'))!.status).toBe('CANCELED');
    await eventually(async () => (await subscriptionAt(subscriptionId)).status === 'canceled');
  });
});

describe('money that comes twice', () => {
  test('for one plan: the second payment goes back, and the plan stays', async () => {
    const buyer = await buildTwicePayer();
    await eventually(async () => String(await statesOf(buyer)) === 'completed,returned');
    expect((await buyer.plan('singer'))!.payment!.priceId).toBe('prc_choir_monthly');
    const [last] = await rows<{ id: string; subscription_id: string }>(
      'select id, subscription_id from plan_checkout where member_id = $1 order by created_at desc',
      [buyer.memberId],
    );
    expect((await subscriptionAt(last!.subscription_id)).status).toBe('canceled');
    expect(await reviewsOf(last!.id)).toEqual(['paid-twice']);
    expect(await refundedOf(last!.id)).toBe(500);
  });

  test('a refund the provider could not make is put on the list for staff', async () => {
    await setFaults({ settleSeconds: 1 });
    const buyer = await buildBuyer();
    const { url } = (await buyer.checkout('season')).body.data;
    await rows('delete from member where id = $1', [buyer.memberId]);
    await product.pay(url, cards.refundFails);
    const [record] = await rows<{ id: string }>('select id from plan_checkout where member_id = $1', [buyer.memberId]);
    await eventually(async () => (await reviewsOf(record!.id)).length === 2);
    expect((await reviewsOf(record!.id)).toSorted()).toEqual(['member-gone', 'refund-failed']);
    await setFaults({});
  });
});

describe('an amount that is not what we asked for', () => {
  test.for([
    ['another sum', 'asked_cents = asked_cents + 1'],
    ['another currency', `currency = 'USD'`],
    ['another price each month', `terms = jsonb_set(terms, '{amountCents}', '1')`],
  ] as const)('%s gives nothing and waits for a person', async ([, change]) => {
    const buyer = await buildBuyer();
    const { url } = (await buyer.checkout('monthly')).body.data;
    await rows(`update plan_checkout set ${change} where member_id = $1`, [buyer.memberId]);
    await product.pay(url);
    await eventually(async () => String(await statesOf(buyer)) === 'review');
    expect(await buyer.plan('singer')).toBeUndefined();
    const [record] = await rows<{ id: string }>('select id from plan_checkout where member_id = $1', [buyer.memberId]);
    expect(await reviewsOf(record!.id)).toEqual(['amount-differs']);
  });
});

test('a payment for an unknown checkout waits for staff', async () => {
  const buyer = await buildBuyer();
  const { url } = (await buyer.checkout('season')).body.data;
  await rows('delete from plan_checkout where member_id = $1', [buyer.memberId]);
  await product.pay(url);
  const session = new URL(url).pathname.split('/').at(-1)!;
  await eventually(async () => (await reviewsOf(session)).length > 0);
  expect(await reviewsOf(session)).toEqual(['unknown-payment']);
  expect(await buyer.plan('season')).toBeUndefined();
});

describe('events', () => {
  test('that come fifteen times each, in any order, give one plan and count money once', async () => {
    await setFaults({ events: { duplicate: 15, shuffle: true } });
    const buyer = await buildPayer('monthly', 'singer');
    await setFaults({});
    await eventually(async () => {
      const [waiting] = await rows<{ n: number }>(
        'select count(*)::int as n from provider_event where processed_at is null',
      );
      return waiting!.n === 0;
    });
    expect(await paymentsOf(buyer)).toBe(1);
    expect((await buyer.self()).planConnections).toHaveLength(1);
    expect(await statesOf(buyer)).toEqual(['completed']);
  });

  test('that are lost are reconciled: the payment, the renewal, the end', async () => {
    await setFaults({ events: { drop: true } });
    const buyer = await buildBuyer();
    await buyer.buy('monthly');
    const forget = () =>
      rows(`update plan_checkout set updated_at = now() - interval '2 minutes' where member_id = $1`, [buyer.memberId]);
    const missTheDay = () =>
      rows(
        `update plan_connection set asked_at = now() - interval '2 minutes', next_billing_at = now() - interval '1 minute'
         where member_id = $1`,
        [buyer.memberId],
      );
    await forget();
    await run('reconcile-plans');
    await buyer.sees('singer', 'ACTIVE');
    const { subscriptionId } = await behind(buyer, 'singer');
    await press('renew', subscriptionId);
    await missTheDay();
    await run('reconcile-plans');
    await eventually(async () => (await paymentsOf(buyer)) === 2);
    await press('cancel', subscriptionId);
    await missTheDay();
    await run('reconcile-plans');
    expect((await buyer.sees('singer', 'CANCELED')).active).toBe(false);
    await setFaults({});
  });

  test('of a trial that are lost are reconciled, though nothing was paid', async () => {
    await setFaults({ events: { drop: true } });
    const buyer = await buildBuyer();
    await buyer.buy('monthly', { couponId: 'FREE' });
    await rows(`update plan_checkout set updated_at = now() - interval '2 minutes' where member_id = $1`, [
      buyer.memberId,
    ]);
    await run('reconcile-plans');
    expect((await buyer.sees('singer', 'ACTIVE')).active).toBe(true);
    await setFaults({});
  });
});

describe('the site', () => {
  test('hears what becomes of plans and payments', async () => {
    await rows('update site_event_endpoint set enabled = true');
    const buyer = await buildPayer('monthly', 'singer');
    const { subscriptionId, paymentId } = await behind(buyer, 'singer');
    const heard = () => receiver.received.map(({ body }) => JSON.parse(body)).filter(isAbout(buyer));
    const hears = (events: string[]) =>
      eventually(async () => {
        const names = new Set(heard().map(({ event }) => event));
        return events.every((event) => names.has(`member.${event}`));
      });
    await hears(['plan.added', 'payment.succeeded']);
    expect(heard().find(({ event }) => event === 'member.plan.added').payload).toMatchObject({
      id: buyer.memberId,
      planConnection: { planId: 'pln_choir_singer', active: true, status: 'ACTIVE' },
    });
    await press('fail-next', subscriptionId);
    await press('renew', subscriptionId);
    await hears(['plan.updated', 'payment.failed']);
    await refund(paymentId);
    await press('cancel', subscriptionId);
    await hears(['plan.canceled']);
    // Each payment once, under the provider's own id.
    const paid = heard().filter(({ event }) => event === 'member.payment.succeeded');
    expect(paid.map(({ payload }) => payload.payment.id)).toEqual([paymentId]);
    // The first payment, with the plan, and the failed one name the connection.
    const added = heard().find(({ event }) => event === 'member.plan.added');
    const payments = heard().filter(({ event }) => event.startsWith('member.payment.'));
    expect(payments.map(({ payload }) => payload.payment.connectionId)).toEqual(
      payments.map(() => added.payload.planConnection.id),
    );
  });

  const isAbout =
    ({ memberId }: Buyer) =>
    ({ payload }: { payload: { id: string } }) =>
      payload.id === memberId;
});
