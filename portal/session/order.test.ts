import { expect, it } from 'vitest';
import type { Order } from '../../contract/payments.ts';
import { leftOf, seatWhileProcessing } from './order.ts';

const holdExpiresAt = '2026-12-01T00:00:00.000Z';

it.each([
  ['kept while a hold is live', { holdExpiresAt }, 'kept'],
  ['not kept where no hold is live', { holdExpiresAt: null }, 'none'],
  ['not kept in a cancelled cohort', { holdExpiresAt, isEnding: true }, 'cancelled'],
  [
    'not kept in a moved cohort once the time to answer is over',
    { holdExpiresAt, isEnding: true, noSeat: 'run-moved' },
    'moved',
  ],
] as const)('while a bank settles the payment the seat is said to be %s', (_what, order, seat) => {
  expect(seatWhileProcessing(order)).toBe(seat);
});

it('what is left of a payment is neither what was refunded nor what a bank took back', () => {
  const order = { paidCents: 1_237_500, refundedCents: 100_000 } as Order;
  expect(leftOf(order)).toBe(1_137_500);
  expect(leftOf({ ...order, lostCents: 200_000 })).toBe(937_500);
});
