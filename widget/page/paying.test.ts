import { describe, expect, test } from 'vitest';
import { arrive, home } from '../testing/visit.ts';
import { forgetPayment, isPaying, isSamePage, keepPayment, readPayment } from './paying.ts';

describe('a payment', () => {
  const payment = { priceId: 'prc_1', successUrl: `${home}/welcome`, cancelUrl: `${home}/plans` };

  test('is kept on the way from page to page of the tab, until it is forgotten', () => {
    arrive();
    expect([isPaying(), readPayment()]).toEqual([false, null]);
    keepPayment(payment);
    expect([isPaying(), readPayment()]).toEqual([true, payment]);
    forgetPayment();
    expect([isPaying(), readPayment()]).toEqual([false, null]);
  });
});

test.each([
  [`${home}/a`, `${home}/a/?x=1#y`, true],
  [`${home}/a`, '/a', true],
  [`${home}/a`, `${home}/b`, false],
  [`${home}/a`, 'https://evil.example/a', false],
  [`${home}/a`, 'http://site.example/a', false],
])('two addresses are of one page by origin and path alone: %s and %s', (one, other, same) => {
  arrive();
  expect(isSamePage(one, other)).toBe(same);
});
