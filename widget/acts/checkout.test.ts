import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepPayment, readPayment, type Payment } from '../page/paying.ts';
import {
  arrive,
  arriveAsMember,
  connection,
  find,
  home,
  memberWith,
  openPage,
  refusal,
  serve,
  siteWith,
  stayLoggedIn,
} from '../testing/visit.ts';
import { goToPay, leadToPay, payChosen } from './checkout.ts';

const checkout = 'POST /member/plans/create-checkout-session';
const paid = { url: 'https://cards.example/pay/1' };

const arriveLoggedIn = (...given: Parameters<typeof arrive>) => {
  const visit = arrive(...given);
  stayLoggedIn();
  return visit;
};

describe('the way to pay', () => {
  test('leads to the card provider, and keeps for the return what is paid for', async () => {
    const { wentTo } = arriveLoggedIn('', '/plans');
    const { asked } = serve({ [checkout]: paid });
    await goToPay(openPage().membership, { priceId: 'prc_1', successUrl: `${home}/welcome` });
    expect(wentTo).toEqual([paid.url]);
    expect(readPayment()).toEqual({ priceId: 'prc_1', successUrl: `${home}/welcome`, cancelUrl: `${home}/plans` });
    expect(asked[0]!.body).toMatchObject({ success_url: `${home}/welcome`, cancel_url: `${home}/plans` });
  });

  test('leads back to the page that it began on, where nothing else is said', async () => {
    arriveLoggedIn('', '/plans?sort=price#yearly');
    const { asked } = serve({ [checkout]: paid });
    await goToPay(openPage().membership, { priceId: 'prc_1' });
    expect(asked[0]!.body).toMatchObject({
      success_url: `${home}/plans?sort=price`,
      cancel_url: `${home}/plans?sort=price#`,
    });
  });

  test('turning back to the page that is also the success page can be told from having paid', async () => {
    arriveLoggedIn('', '/plans/');
    serve({ [checkout]: paid });
    await goToPay(openPage().membership, { priceId: 'prc_1', successUrl: `${home}/plans` });
    expect(readPayment()!.cancelUrl).toBe(`${home}/plans/#`);
  });

  test('a refused checkout is no payment to wait for', async () => {
    arriveLoggedIn();
    serve({ [checkout]: refusal('plan-not-found') });
    await expect(goToPay(openPage().membership, { priceId: 'prc_1' })).rejects.toMatchObject({
      code: 'plan-not-found',
    });
    expect(readPayment()).toBeNull();
  });

  test('a page out of the back/forward cache goes back to what was begun last, and to no refused checkout', async () => {
    arriveLoggedIn();
    serve({
      [checkout]: (body: unknown) =>
        (body as { priceId: string }).priceId === 'prc_1' ? paid : refusal('plan-not-found'),
    });
    vi.resetModules();
    const anew = await import('./checkout.ts');
    const { membership } = openPage();
    const turnBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await expect(anew.goToPay(membership, { priceId: 'prc_2' })).rejects.toThrow('plan-not-found');
    turnBack();
    expect(anew.priceLeft()).toBeUndefined();
    await anew.goToPay(membership, { priceId: 'prc_1' });
    turnBack();
    expect(anew.priceLeft()).toEqual({ priceId: 'prc_1' });
    await expect(anew.goToPay(membership, { priceId: 'prc_2' })).rejects.toThrow('plan-not-found');
    anew.leavePrice({ priceId: 'prc_3' });
    turnBack();
    expect(anew.priceLeft()).toEqual({ priceId: 'prc_3' });
  });

  test.each([
    ['plan-not-found', []],
    ['already-have-plan', []],
    ['login-required', ['prc_1']],
  ])('a price that was chosen before and is refused with %s is kept or forgotten', async (code, kept) => {
    arriveLoggedIn();
    serve({ [checkout]: refusal(code) });
    const page = openPage();
    page.cart.keep('price', ['prc_1']);
    await expect(payChosen(page)).rejects.toMatchObject({ code });
    expect(page.cart.read('price')).toEqual(kept);
  });

  test.each([
    ['update', true],
    ['add', undefined],
  ])('a price that was chosen before by price:%s asks to replace subscriptions: %s', async (word, asks) => {
    arriveLoggedIn(`<a data-ms-price:${word}="prc_1"></a>`);
    const { asked } = serve({ [checkout]: paid });
    const page = openPage();
    page.cart.take(find('a'));
    await payChosen(page);
    expect((asked[0]!.body as { replacesSubscriptions?: true }).replacesSubscriptions).toBe(asks);
    expect(readPayment()!.replacesSubscriptions).toBe(asks);
  });

  test('a price that was chosen before survives a service that does not answer', async () => {
    arriveLoggedIn();
    serve({});
    const page = openPage();
    page.cart.keep('price', ['prc_1']);
    await expect(payChosen(page)).rejects.toMatchObject({ code: 'network-error' });
    expect(page.cart.read('price')).toEqual(['prc_1']);
  });

  test('a site in test mode shows its test cards first, and who closes them pays nothing', async () => {
    arriveLoggedIn();
    serve({ 'GET /app': siteWith({ mode: 'sandbox' }) });
    const page = openPage();
    const done: string[] = [];
    await leadToPay(
      page,
      async () => done.push('paid'),
      () => done.push('closed'),
    );
    expect(page.opened.map(({ type }) => type)).toEqual(['TEST_CARD']);
    page.opened[0]!.end({ type: 'CLOSED' });
    expect(done).toEqual(['closed']);
  });
});

describe('the return', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const payment: Payment = { priceId: 'prc_1', successUrl: `${home}/welcome`, cancelUrl: `${home}/plans` };
  const plans = [{ id: 'pln_1', prices: [{ id: 'prc_1' }] }] as never;
  const waiting = 'Your payment is being confirmed. This takes a moment.';

  /** Comes to a page of the site with a payment begun, signed in, the plan not there yet. */
  async function comeBack(path: string, kept: Payment = payment) {
    const others = [connection('pln_other'), connection('pln_1', { active: false })];
    const answers = { 'GET /app': siteWith({ plans }), 'GET /member': memberWith({ planConnections: others }) };
    const { page } = arriveAsMember('', answers, path);
    keepPayment(kept);
    await page.membership.getCurrentMember();
    vi.resetModules();
    const { confirmPayment } = await import('./confirm-payment.ts');
    await import('./await-payment.ts');
    return { page, answers, confirming: confirmPayment(page) };
  }

  test('from paying waits for the plan, and says when it is there', async () => {
    const { page, answers, confirming } = await comeBack('/welcome/?session=1');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.told).toEqual([[waiting, 'success']]);
    answers['GET /member'] = memberWith({ planConnections: [connection('pln_1')] });
    await vi.advanceTimersByTimeAsync(2_000);
    await confirming;
    expect(page.told.at(-1)).toEqual(['Your payment is confirmed.', 'success']);
    expect(readPayment()).toBeNull();
  });

  test('is waited for on another page of the site too, from when it happened', async () => {
    const { page } = await comeBack('/lessons', { ...payment, returnedAt: Date.now() - 31_000 });
    await vi.advanceTimersByTimeAsync(100);
    expect(page.told[0]![0]).toContain('do not pay a second time');
  });

  test('from a payment too long ago is not waited for any more', async () => {
    const { page, confirming } = await comeBack('/lessons', { ...payment, returnedAt: Date.now() - 150_000 });
    await vi.advanceTimersByTimeAsync(100);
    expect(page.told).toEqual([]);
    await confirming;
    expect(readPayment()).toBeNull();
  });

  test('without having paid leaves the price as it was chosen', async () => {
    const { cancelUrl, ...purchase } = { ...payment, couponId: 'TEN', replacesSubscriptions: true };
    const { confirming } = await comeBack('/plans', { ...purchase, cancelUrl });
    const { priceLeft } = await import('./checkout.ts');
    expect(priceLeft()).toEqual(purchase);
    await confirming;
  });

  test('ends for a plan that does not come', async () => {
    const { page, confirming } = await comeBack('/welcome');
    await vi.advanceTimersByTimeAsync(160_000);
    await confirming;
    expect(page.told.at(-1)![0]).toContain('not confirmed yet');
    expect(readPayment()).toBeNull();
  });

  test.each([
    ['the page one turns back to', '/plans', payment],
    ['a page that is neither', '/about', payment],
    ['a success page of another origin', '/welcome', { ...payment, successUrl: 'https://evil.example/welcome' }],
    ['the success page with the address of turning back', '/welcome#', { ...payment, cancelUrl: `${home}/welcome#` }],
  ])('to %s is no payment', async (_, path, kept) => {
    const { page, confirming } = await comeBack(path, kept);
    await vi.advanceTimersByTimeAsync(100);
    await confirming;
    expect(page.told).toEqual([]);
    expect(readPayment()).toBeNull();
  });

  test('by the browser’s button is no payment', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' }] as never);
    const { page, confirming } = await comeBack('/welcome');
    await vi.advanceTimersByTimeAsync(100);
    await confirming;
    expect(page.told).toEqual([]);
  });
});
