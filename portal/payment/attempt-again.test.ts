import { afterEach, expect, it, vi } from 'vitest';
import type { Order } from '../../contract/payments.ts';
import { attemptAgain } from './attempt-again.ts';

afterEach(() => vi.unstubAllGlobals());

const order = { course: 'cyber', cohort: { id: 'of-order', name: 'Evenings' }, paymentType: 'deposit' } as Order;

/** A browser in which somebody once went to pay for this cohort. */
function keepAttempt(cohortId: string): void {
  const kept = JSON.stringify({ cohortId, paymentType: 'full', timestamp: new Date().toISOString() });
  vi.stubGlobal('localStorage', { getItem: () => kept });
}

it('takes up the order on screen, not an older attempt that this browser still knows', () => {
  keepAttempt('of-phone');
  expect(attemptAgain(order)).toMatchObject({
    retryPayment: true,
    paymentData: { course: 'cyber', cohortId: 'of-order', paymentType: 'deposit' },
  });
});

it.each([null, undefined])('takes up what this browser knows where the order is %s', (none) => {
  keepAttempt('of-phone');
  expect(attemptAgain(none)).toMatchObject({ paymentData: { cohortId: 'of-phone', paymentType: 'full' } });
});
