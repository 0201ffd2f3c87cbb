import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../contract/payments.ts';
import { isRefundUnderWay, isSettled, screenOf } from './payment-screen.ts';

describe('the screen of an order', () => {
  it('that is still open is never a failure', () => {
    expect(screenOf['draft']).toBe('confirming');
    expect(screenOf['awaiting-payment']).toBe('confirming');
  });

  it.each(Object.entries(screenOf))('%s is %s, and only open ones are asked again', (state, screen) => {
    expect(isSettled(state as OrderState)).toBe(screen !== 'confirming');
  });
});

it('a refund is under way only while the service says so', () => {
  const underWay = (['on-its-way', 'returned', 'failed', 'taken-by-bank'] as const).filter((moneyBack) =>
    isRefundUnderWay({ state: 'refunded', moneyBack }),
  );
  expect(underWay).toEqual(['on-its-way']);
});
