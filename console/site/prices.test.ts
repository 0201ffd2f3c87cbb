import { describe, expect, test } from 'vitest';
import { asKind, sayPrice } from './prices.ts';

const price = {
  id: 'prc_1',
  type: 'SUBSCRIPTION',
  amountCents: 5_700,
  currency: 'NZD',
  intervalType: 'MONTHLY',
  intervalCount: 3,
  rules: { trialDays: 14, setupFeeCents: 500, accessDays: null },
};
const once = {
  intervalType: null,
  intervalCount: null,
  rules: { trialDays: null, setupFeeCents: 500, accessDays: null },
};

test.for([
  [{}, 'NZD 57.00 every 3 months'],
  [{ intervalCount: 1 }, 'NZD 57.00 a month'],
  [{ intervalCount: undefined, intervalType: 'YEARLY' }, 'NZD 57.00 a year'],
  [{ intervalCount: 2, intervalType: 'WEEKLY' }, 'NZD 57.00 every 2 weeks'],
  [{ type: 'ONETIME', ...once }, 'NZD 57.00 once'],
] as const)('a price with %j reads %s', ([rest, said]) => {
  expect(sayPrice({ ...price, ...rest })).toBe(said);
});

describe('a price of the other kind', () => {
  test('has nothing that only its own kind has', () => {
    expect(asKind(price, 'ONETIME', price)).toEqual({ ...price, type: 'ONETIME', ...once });
  });

  test('is paid as often as it is saved, once it is of its own kind again', () => {
    expect(asKind(asKind(price, 'ONETIME', price), 'SUBSCRIPTION', price)).toEqual(price);
  });

  test('is paid each month where it is new', () => {
    expect(asKind({ ...price, type: 'ONETIME', ...once }, 'SUBSCRIPTION', undefined)).toMatchObject({
      type: 'SUBSCRIPTION',
      intervalType: 'MONTHLY',
      intervalCount: 1,
    });
  });
});
