import { describe, expect, test } from 'vitest';
import { planSite } from '../../../testing/plan-site.ts';
import type { Site } from '../../sites/site.ts';
import { isSameAmount } from './checkout-outcome.ts';
import type { CheckoutRecord } from './checkouts.store.ts';
import { returnAddress } from './return-addresses.ts';
import { dueAtOnce } from './terms.ts';

describe('what is due at once', () => {
  const plain = { amountCents: 1_900, trialDays: null, setupFeeCents: null };
  const percent = (percentOff: number) => ({ percentOff, amountOffCents: null });
  test.for([
    ['the price', plain, undefined, 1_900],
    ['price and set-up fee', { ...plain, setupFeeCents: 500 }, undefined, 2_400],
    ['nothing while a trial runs', { ...plain, trialDays: 14 }, undefined, 0],
    ['the set-up fee while a trial runs', { ...plain, trialDays: 14, setupFeeCents: 500 }, undefined, 500],
    ['less a percentage', { ...plain, setupFeeCents: 100 }, percent(50), 1_000],
    ['less a percentage, rounded', plain, percent(33.3), 1_267],
    ['less an amount', plain, { percentOff: null, amountOffCents: 400 }, 1_500],
    ['never less than nothing', plain, { percentOff: null, amountOffCents: 4_000 }, 0],
  ] as const)('is %s', ([, terms, coupon, due]) => {
    expect(dueAtOnce(terms, coupon)).toBe(due);
  });
});

describe('a percentage is rounded on each line', () => {
  const isTaken = (asked: object, amountCents: number) => {
    const terms = { couponId: 'c', setupFeeCents: 500, ...asked };
    return isSameAmount({ currency: 'NZD', askedCents: 1_000, terms } as CheckoutRecord, {
      amountCents,
      currency: 'NZD',
    });
  };
  test.for([
    ['two lines', {}, 1_002, true],
    ['two lines', {}, 1_003, false],
    ['one line', { setupFeeCents: null }, 1_001, true],
    ['one line', { setupFeeCents: null }, 1_002, false],
    ['no coupon', { couponId: null }, 1_001, false],
  ] as [string, object, number, boolean][])('%s: %o, %s is the same: %s', ([, asked, cents, expected]) => {
    expect(isTaken(asked, cents)).toBe(expected);
  });
});

describe('the address to return to', () => {
  const site = planSite as unknown as Site;
  const from = (originUrl: string | undefined, more: object = {}) => ({
    site,
    appUrl: 'https://intake.example',
    origin: undefined,
    originUrl,
    ...more,
  });
  const page = 'https://choir.example/plans?a=1#top';

  test.for([
    [undefined, page],
    ['/thanks', 'https://choir.example/thanks'],
    ['/thanks?session={CHECKOUT_SESSION_ID}', 'https://choir.example/thanks?session={CHECKOUT_SESSION_ID}'],
    ['https://choir.example/a%20b', 'https://choir.example/a%20b'],
    ['/thanks/{CHECKOUT_SESSION_ID}', 'https://choir.example/thanks/{CHECKOUT_SESSION_ID}'],
    ['?paid=1', 'https://choir.example/plans?paid=1'],
    ['thanks', 'https://choir.example/thanks'],
    ['https://choir.example/danke?für=1 x', 'https://choir.example/danke?f%C3%BCr=1%20x'],
    ['\thttps://choir.example/\n', 'https://choir.example/'],
    ['http://localhost:5173/x', 'http://localhost:5173/x'],
  ] as [string | undefined, string][])('given %s is %s', ([given, address]) => {
    expect(returnAddress(from(page), 'success_url', given)).toBe(address);
  });

  test('is the origin of the request, the site’s own or none, where the page names none', () => {
    expect(returnAddress(from(undefined, { origin: 'http://localhost:3000' }), 'success_url', '/x')).toBe(
      'http://localhost:3000/x',
    );
    expect(returnAddress(from(undefined), 'success_url', undefined)).toBe('https://choir.example/');
    const own = { ...site, origins: [], ownPages: true };
    expect(returnAddress(from(undefined, { site: own }), 'success_url', '/x')).toBe('https://intake.example/x');
    const nowhere = { ...site, origins: [] };
    expect(() => returnAddress(from(undefined, { site: nowhere }), 'success_url', '/x')).toThrow(
      'not one of this site',
    );
  });

  test.for([
    'https://evil.example/',
    'https://choir.example.evil.example/',
    'https://choir.example@evil.example/',
    'https://user:secret@choir.example/',
    'http://choir.example/',
    'https://choir.example:444/',
    '/\\evil.example',
    '\\\\evil.example',
    ['javascript', 'alert(1)'].join(':'),
    'data:text/html,x',
    'https://chöir.example/',
  ])('never leads to %j', (address) => {
    expect(() => returnAddress(from(page), 'cancel_url', address)).toThrow('cancel_url is not one of this site');
    expect(() => returnAddress(from(address), 'cancel_url', '/')).toThrow('origin_url is not one of this site');
  });
});
