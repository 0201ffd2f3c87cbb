import { expect, it } from 'vitest';
import { seatWhileProcessing } from './order.ts';

const holdExpiresAt = '2026-12-01T00:00:00.000Z';

it.each([
  ['kept while a hold is live', { holdExpiresAt }, 'kept'],
  ['not kept where no hold is live', { holdExpiresAt: null }, 'none'],
  ['not kept in a cancelled cohort', { holdExpiresAt, isEnding: true }, 'cancelled'],
] as const)('while a bank settles the payment the seat is said to be %s', (_what, order, seat) => {
  expect(seatWhileProcessing(order)).toBe(seat);
});
