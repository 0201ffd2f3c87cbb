import { expect, test } from 'vitest';
import { formatInCurrency } from './format.ts';

test('an amount for staff has its currency’s code, thousands apart and cents', () => {
  const amounts = [0, 5, 37_550, 1_237_500, -100_000].map((cents) => formatInCurrency('NZD', cents));
  expect(amounts).toEqual(['NZD 0.00', 'NZD 0.05', 'NZD 375.50', 'NZD 12,375.00', 'NZD -1,000.00']);
});
