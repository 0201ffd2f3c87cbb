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

it('a refund is under way until everything that was paid has gone back', () => {
  const paid = { state: 'refunded', paidCents: 50_000 } as const;
  expect(isRefundUnderWay({ ...paid, refundedCents: 0 })).toBe(true);
  expect(isRefundUnderWay({ ...paid, refundedCents: 20_000 })).toBe(true);
  expect(isRefundUnderWay({ ...paid, refundedCents: 50_000 })).toBe(false);
});
