import { describe, expect, test } from 'vitest';
import { planSite } from '../../testing/plan-site.ts';
import type { Site } from '../sites/site.ts';
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

describe('the way back', () => {
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
    ['http://localhost:5173/x', 'http://localhost:5173/x'],
  ] as [string | undefined, string][])('given %s is %s', ([given, address]) => {
    expect(returnAddress(from(page), given)).toBe(address);
  });

  test('is the origin of the request, the site’s own or none, where the page does not name itself', () => {
    expect(returnAddress(from(undefined, { origin: 'http://localhost:3000' }), '/x')).toBe('http://localhost:3000/x');
    expect(returnAddress(from(undefined), undefined)).toBe('https://choir.example');
    const own = { ...site, origins: [], ownPages: true };
    expect(returnAddress(from(undefined, { site: own }), '/x')).toBe('https://intake.example/x');
    const nowhere = { ...site, origins: [] };
    expect(() => returnAddress(from(undefined, { site: nowhere }), '/x')).toThrow('not one of this site');
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
    'evil',
    ['javascript', 'alert(1)'].join(':'),
    'data:text/html,x',
    'https://choir.example/ x',
    '\thttps://choir.example/',
    'https://choir.example/\n',
    'https://chöir.example/',
  ])('never leads to %j', (address) => {
    expect(() => returnAddress(from(page), address)).toThrow('not one of this site');
    expect(() => returnAddress(from(address), '/')).toThrow('not one of this site');
  });
});
