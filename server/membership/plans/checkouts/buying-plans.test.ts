import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { startPlanCheckout, type CheckoutWish } from './checkout.ts';
import { createBuyers } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { buildBuyer, buildPayer, behind, press, setFaults, run, rows, untilReturned } = createBuyers(() => product);

/** Whole days from now, of a time in milliseconds. */
const days = (ms: number | null | undefined) => Math.round(((ms ?? 0) - Date.now()) / 86_400_000) + 0;

describe('buying a plan', () => {
  test('the provider’s answer alone gives it: status, amount, dates, customer', async () => {
    const buyer = await buildBuyer();
    await buyer.buy('monthly');
    const plan = await buyer.sees('singer', 'ACTIVE');
    expect(plan).toMatchObject({
      active: true,
      type: 'SUBSCRIPTION',
      payment: { amount: 19, currency: 'NZD', status: 'paid', priceId: 'prc_choir_monthly', cancelAtDate: null },
    });
    expect(days(plan.payment!.lastBillingDate)).toBe(0);
    expect(days(plan.payment!.nextBillingDate)).toBeGreaterThanOrEqual(27);
    expect((await buyer.self()).stripeCustomerId).toMatch(/^cus_/);
  });

  test('nothing is given before it is paid, whatever the browser opens', async () => {
    const buyer = await buildBuyer();
    const { url } = (await buyer.checkout('monthly')).body.data;
    expect((await product.pay(url, cards.declined)).status).toBe(402);
    await product.call('GET', '/plans/thanks?session_id=cs_test_1');
    await run('reconcile-plans');
    expect(await buyer.plan('singer')).toBeUndefined();
  });

  test('a trial begins with what is due at once, and is told as one', async () => {
    const buyer = await buildPayer('trial', 'singer', 'TRIALING');
    const plan = (await buyer.plan('singer'))!;
    expect([plan.active, days(plan.payment!.nextBillingDate)]).toEqual([true, 14]);
    expect(
      await rows('select amount_cents from plan_payment where checkout_id = $1', [
        (await behind(buyer, 'singer')).checkoutId,
      ]),
    ).toEqual([{ amount_cents: 500 }]);
    await press('end-trial', (await behind(buyer, 'singer')).subscriptionId);
    await buyer.sees('singer', 'ACTIVE');
  });

  test('a member gets a trial once', async () => {
    const buyer = await buildPayer('trial', 'singer', 'TRIALING');
    await press('cancel', (await behind(buyer, 'singer')).subscriptionId);
    await buyer.sees('singer', 'CANCELED');
    await buyer.buy('trial');
    expect((await buyer.sees('singer', 'ACTIVE')).payment!.priceId).toBe('prc_choir_trial');
  });

  test('a plan bought for a time ends by itself', async () => {
    const buyer = await buildPayer('season', 'season');
    const { checkoutId } = await behind(buyer, 'season');
    expect(await buyer.plan('season')).toMatchObject({
      type: 'ONETIME',
      payment: { amount: 120, nextBillingDate: null },
    });
    const [job] = await rows<{ key: string; run_at: Date }>(
      `select key, run_at from graphile_worker._private_jobs where key like 'end-plan-access-%'`,
    );
    expect(days(job!.run_at.getTime())).toBe(90);
    await rows('update plan_connection set ends_at = now() where checkout_id = $1', [checkoutId]);
    await rows('update graphile_worker._private_jobs set run_at = now() where key = $1', [job!.key]);
    expect((await buyer.sees('season', 'CANCELED')).active).toBe(false);
  });

  test('a team plan opens its team, with the seats of its price', async () => {
    const buyer = await buildPayer('section', 'section');
    const [{ teamId }] = (await buyer.self()).teams.ownedTeams as [{ teamId: string }];
    expect((await buyer.get(`/member/team/${teamId}`)).body.data.maxTeamMembers).toBe(8);
  });

  test.each([
    ['for the days that were sold, whatever is declared by then', `jsonb_set(terms, '{accessDays}', '30', false)`, 30],
    ['for the days that are declared, of a checkout of an earlier version', `terms - 'accessDays'`, 90],
  ])('a bank that takes its time gives it %s', async (_days, sold, expected) => {
    await setFaults(settlesByHand);
    const buyer = await buildBuyer();
    await buyer.buy('season', { card: cards.settlesLater });
    await rows(`update plan_checkout set terms = ${sold} where member_id = $1`, [buyer.memberId]);
    await settleNow(product);
    await buyer.sees('season', 'ACTIVE');
    const ends = 'select ends_at as at from plan_connection where member_id = $1';
    expect(days((await rows<{ at: Date }>(ends, [buyer.memberId]))[0]!.at.getTime())).toBe(expected);
    await setFaults({});
  });

  test('a bank that takes its time gives the plan when it has settled', async () => {
    await setFaults(settlesByHand);
    const buyer = await buildBuyer();
    await buyer.buy('season', { card: cards.settlesLater });
    expect(await buyer.plan('season')).toBeUndefined();
    await settleNow(product);
    await buyer.sees('season', 'ACTIVE');
    const loser = await buildBuyer();
    await loser.buy('season', { card: cards.failsLater });
    await settleNow(product);
    await eventually(async () => {
      const found = await rows<{ state: string }>('select state from plan_checkout where member_id = $1', [
        loser.memberId,
      ]);
      return found[0]?.state === 'failed';
    });
    expect(await loser.plan('season')).toBeUndefined();
    await setFaults({});
  });
});

describe('coupons', () => {
  const dueFor = async (price: string, couponId: string) => {
    const buyer = await buildBuyer();
    const { body } = await buyer.checkout(price, { couponId });
    if (body.error) return body.error.code;
    const sessions = (await product.call('GET', '/dev/card/sessions.json')).body;
    const id = new URL(body.data.url).pathname.split('/').at(-1);
    return sessions.find((session: any) => session.id === id).amount_total;
  };

  test.for([
    ['monthly', 'THIRD', 1_267],
    ['monthly', 'ENCORE', 1_267],
    ['monthly', 'FIVER', 1_400],
    ['season', 'SEASON', 10_800],
    ['monthly', 'SEASON', 'coupon-not-found'],
    ['monthly', 'NOPE', 'coupon-not-found'],
    ['monthly', 'PAST', 'coupon-not-found'],
    ['monthly', 'ALMOST', 'payment-not-possible'],
    ['monthly', '', 1_900],
  ] as const)('of %s, %s leaves %s', async ([price, coupon, due]) => {
    expect(await dueFor(price, coupon)).toBe(due);
  });

  test('are not found by enumeration', async () => {
    const buyer = await buildBuyer();
    const answers = [];
    for (let turn = 0; turn < 31; turn++) answers.push(await buyer.checkout('monthly', { couponId: `TRY${turn}` }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(404), 429]);
  });

  test('are used once by one member, checked at checkout and again at payment', async () => {
    const buyer = await buildPayer('season', 'season');
    await rows(`update plan_checkout set coupon_id = 'FIVER' where member_id = $1`, [buyer.memberId]);
    const again = await buyer.checkout('monthly', { couponId: 'FIVER' });
    expect([again.status, again.body.error.code]).toEqual([409, 'coupon-used-up']);
    const { url } = (await buyer.checkout('monthly')).body.data;
    await rows(`update plan_checkout set coupon_id = 'FIVER' where member_id = $1`, [buyer.memberId]);
    await product.pay(url);
    await eventually(async () => {
      const found = await rows<{ state: string }>(
        'select state from plan_checkout where member_id = $1 order by created_at desc',
        [buyer.memberId],
      );
      return found[0]!.state === 'returned';
    });
    expect(await buyer.plan('singer')).toBeUndefined();
  });

  test('in two tabs, for two plans, can be paid in the later one alone', async () => {
    const buyer = await buildBuyer();
    await buyer.checkout('monthly', { couponId: 'FIVER' });
    await buyer.checkout('solo', { couponId: 'FIVER' });
    await eventually(async () => {
      const found = await rows<{ state: string }>(
        'select state from plan_checkout where member_id = $1 order by created_at',
        [buyer.memberId],
      );
      return found.map(({ state }) => state).join() === 'expired,open';
    });
    expect(await buyer.plan('singer')).toBeUndefined();
  });

  test('with a limit are not used more often by concurrent checkouts', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, buildBuyer));
    const answers = await Promise.all(buyers.map((buyer) => buyer.checkout('monthly', { couponId: 'PAIR' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
  });

  test('one that leaves nothing to pay gives the plan all the same', async () => {
    const buyer = await buildBuyer();
    await buyer.buy('monthly', { couponId: 'FREE' });
    await buyer.sees('singer', 'ACTIVE');
    expect(
      await rows('select 1 from plan_payment p join plan_checkout c on c.id = p.checkout_id where c.member_id = $1', [
        buyer.memberId,
      ]),
    ).toEqual([]);
  });
});

describe('going to pay', () => {
  test.for([
    ['a price that is gone', 'gone', {}, 404, 'price-no-longer-available'],
    ['a price of a plan that is gone', 'retired', {}, 404, 'price-no-longer-available'],
    ['a price that does not exist', 'nothing', {}, 404, 'price-no-longer-available'],
    ['a price of another site', '', { priceId: 'prc_demo_maker_monthly' }, 404, 'price-no-longer-available'],
    ['a plan the site gives itself', 'patron', {}, 403, 'plan-restricted-to-admin'],
    ['an amount of one’s own', 'monthly', { amount: 1 }, 400, 'invalid-request'],
    ['a quantity', 'monthly', { quantity: 0 }, 400, 'invalid-request'],
    ['metadata that is no text', 'monthly', { metadataForCheckout: { a: 1 } }, 400, 'invalid-request'],
    ['metadata that is too long', 'monthly', { metadataForCheckout: { a: 'x'.repeat(501) } }, 400, 'invalid-request'],
    [
      'too much metadata',
      'monthly',
      { metadataForCheckout: Object.fromEntries(Array.from({ length: 46 }, (_, n) => [`k${n}`, 'v'])) },
      400,
      'invalid-request',
    ],
    ['a way back to a stranger', 'monthly', { success_url: 'https://evil.example/' }, 400, 'url-not-allowed'],
    ['a way back that only looks right', 'monthly', { cancel_url: '/\\evil.example' }, 400, 'url-not-allowed'],
    ['a page of a stranger', 'monthly', { origin_url: 'https://choir.example.evil.example' }, 400, 'url-not-allowed'],
  ] as [string, string, object, number, string][])('is refused for %s', async ([, price, more, status, code]) => {
    const buyer = await buildBuyer();
    const answer = await buyer.checkout(price, more as Record<string, unknown>);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await rows('select 1 from plan_checkout where member_id = $1', [buyer.memberId])).toEqual([]);
  });

  test('is refused to visitors', async () => {
    const { status } = await product.call('POST', '/member/plans/create-checkout-session', {
      body: { priceId: 'prc_choir_monthly' },
      headers: { 'x-api-key': planSite.publicKey },
    });
    expect(status).toBe(401);
  });

  test('asking again for the same, in three tabs at once too, gives the same page; for something else another', async () => {
    const buyer = await buildBuyer();
    const answers = await Promise.all(Array.from({ length: 3 }, () => buyer.checkout('monthly')));
    const urls = [...answers, await buyer.checkout('monthly')].map(({ body }) => body.data.url);
    expect(new Set(urls).size).toBe(1);
    expect((await buyer.checkout('monthly', { couponId: 'FIVER' })).body.data.url).not.toBe(urls[0]);
  });

  test('expires other open checkouts of the plan', async () => {
    const buyer = await buildBuyer();
    await buyer.checkout('monthly');
    await buyer.checkout('trial');
    const states = async () =>
      (
        await rows<{ state: string }>('select state from plan_checkout where member_id = $1 order by created_at', [
          buyer.memberId,
        ])
      ).map(({ state }) => state);
    await eventually(async () => (await states())[0] !== 'open');
    expect(await states()).toEqual(['expired', 'open']);
  });

  test('is refused for good, and not as an outage, where the provider will not have it', async () => {
    const buyer = await buildBuyer();
    await rows(`update member set card_customer_id = 'cus_gone', card_customer_live = false where id = $1`, [
      buyer.memberId,
    ]);
    const { status, body } = await buyer.checkout('monthly');
    expect([status, body.error.code]).toEqual([409, 'payment-not-possible']);
  });

  test('ten times an hour, and no more', async () => {
    const buyer = await buildBuyer();
    const answers = [];
    for (let turn = 0; turn < 11; turn++)
      answers.push(await buyer.checkout('monthly', { success_url: `https://choir.example/${turn}` }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await buyer.checkout('monthly', { success_url: 'https://choir.example/9' })).status).toBe(200);
  });

  test('a lost answer of the provider makes no second page', async () => {
    const buyer = await buildBuyer();
    await setFaults({ api: { mode: 'answer-lost', path: '/v1/checkout/sessions', method: 'POST', times: 3 } });
    expect((await buyer.checkout('monthly')).body.error.code).toBe('payment-provider-unavailable');
    expect((await buyer.checkout('monthly')).status).toBe(200);
    const [{ id }] = (await rows<{ id: string }>('select id from plan_checkout where member_id = $1', [
      buyer.memberId,
    ])) as [{ id: string }];
    const sessions = (await product.call('GET', '/dev/card/sessions.json')).body;
    expect(sessions.filter((each: any) => each.client_reference_id === id)).toHaveLength(1);
  });

  test('is refused to a member who has the plan', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    expect((await buyer.checkout('trial')).body.error.code).toBe('already-have-plan');
  });

  test('the site’s words about a payment stand over the member’s', async () => {
    const buyer = await buildBuyer();
    await buyer.checkout('season', {
      metadataForCheckout: { note: 'row 3', member_id: 'mem_other', checkout_id: 'x' },
    });
    const [object] = await rows<{ metadata: object }>(
      `select data -> 'metadata' as metadata from card_sandbox_object
       where kind = 'session' and data -> 'metadata' ->> 'member_id' = $1`,
      [buyer.memberId],
    );
    expect(object!.metadata).toMatchObject({
      note: 'row 3',
      member_id: buyer.memberId,
      site_id: 'app_choir',
      plan_id: 'pln_choir_season',
      price_id: 'prc_choir_season',
      checkout_id: expect.stringMatching(/^mco_/),
    });
  });

  test('a checkout can be paid for the provider’s shortest time, and the minute our request may take', async () => {
    const buyer = await buildBuyer();
    await buyer.checkout('season');
    const minutes = `extract(epoch from session_expires_at - date_trunc('second', created_at))::int / 60 as minutes`;
    expect(await rows(`select ${minutes} from plan_checkout where member_id = $1`, [buyer.memberId])).toEqual([
      { minutes: 31 },
    ]);
  });

  test('an open checkout of an unproved member holds the last place from others alone who have proved nothing', async () => {
    const [holder, alike, proved] = [await buildBuyer(), await buildBuyer(), await buildBuyer()];
    await rows('update member set verified = false where id = any($1)', [[holder.memberId, alike.memberId]]);
    expect((await holder.checkout('benefactor')).status).toBe(200);
    expect((await alike.checkout('benefactor')).body.error.code).toBe('plan-member-limit-reached');
    expect((await proved.checkout('benefactor')).status).toBe(200);
    await rows(`update plan_checkout set session_expires_at = now() where member_id = any($1)`, [
      [holder.memberId, proved.memberId],
    ]);
  });

  test('a plan’s last place is held by an open checkout, and no longer', async () => {
    const [payer, other] = [await buildBuyer(), await buildBuyer()];
    const { url } = (await payer.checkout('benefactor')).body.data;
    expect((await other.checkout('benefactor')).body.error.code).toBe('plan-member-limit-reached');
    await rows(`update plan_checkout set session_expires_at = now() where member_id = $1`, [payer.memberId]);
    // Both pay: the later payment is refunded.
    await other.buy('benefactor');
    await other.sees('benefactor', 'ACTIVE');
    await product.pay(url);
    await untilReturned(payer);
    expect(await payer.plan('benefactor')).toBeUndefined();
  });
});

describe('a site and its payments', () => {
  const start = (mode: 'live' | 'sandbox', { live, production }: { live: boolean; production: boolean }) =>
    startPlanCheckout(
      { cards: { live }, production } as Services,
      { site: { mode, plans: [] as Site['plans'] } } as CheckoutWish,
    );

  test.for([
    ['sandbox', { live: true, production: true }],
    ['sandbox', { live: true, production: false }],
    ['live', { live: false, production: true }],
  ] as const)('a %s site does not sell with %o', async ([mode, payments]) => {
    await expect(start(mode, payments)).rejects.toThrow('not both live');
  });

  test.for([
    ['live', { live: true, production: true }],
    ['sandbox', { live: false, production: true }],
    ['live', { live: false, production: false }],
  ] as const)('a %s site sells with %o', async ([mode, payments]) => {
    await expect(start(mode, payments)).rejects.toThrow('price is not available');
  });
});

describe('the billing portal', () => {
  test('opens for a member who has paid, as their own customer, and returns to the site', async () => {
    const buyer = await buildPayer('monthly', 'singer');
    const { body } = await buyer.post('/member/create-billing-portal-session', {
      return_url: '/account',
      origin_url: 'https://choir.example/plans',
      priceIds: ['prc_choir_solo'],
      configuration: { customer: 'cus_other' },
    });
    const page = await (await fetch(body.data.url)).text();
    expect(page).toContain('https://choir.example/account');
    expect(page).toContain(buyer.email);
  });

  test('does not open for a member who has not paid, nor with a return address of another site', async () => {
    const buyer = await buildBuyer();
    await buyer.checkout('monthly');
    const none = await buyer.post('/member/create-billing-portal-session', { origin_url: 'https://choir.example' });
    expect([none.status, none.body.error.code]).toEqual([409, 'no-billing-account']);
    const foreign = await buyer.post('/member/create-billing-portal-session', { return_url: 'https://evil.example/' });
    expect(foreign.body.error.code).toBe('url-not-allowed');
  });
});
