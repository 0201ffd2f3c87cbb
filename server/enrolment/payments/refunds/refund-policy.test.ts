import { describe, expect, test } from 'vitest';
import { orderStates } from '../../../../contract/payments.ts';
import { judgeRefund } from './refund-policy.ts';

const nothing = { policyCents: 0, ground: null };

describe('the refund policy', () => {
  test.for([
    ['a paid order', 'paid', false, nothing],
    ['a paid order whose cohort is cancelled', 'paid', true, { policyCents: 500, ground: 'cohort-cancelled' }],
    ['one that was paid after the class had filled', 'unseated', false, { policyCents: 500, ground: 'class-full' }],
    ['one with another amount than ordered', 'review', false, { policyCents: 500, ground: 'amount-differs' }],
    ['one that has ended and owes its money', 'refunded', false, { policyCents: 500, ground: 'owed' }],
    ['one that waits for its payment', 'awaiting-payment', true, nothing],
    ['one whose payment settles', 'processing', true, nothing],
    ['one that expired', 'expired', true, nothing],
  ] as const)('of %s', ([, state, isCohortCancelled, expected]) => {
    expect(judgeRefund({ state, refundableCents: 500, isCohortCancelled })).toEqual(expected);
  });

  test.for(orderStates)('gives nothing where nothing is left: %s', (state) => {
    expect(judgeRefund({ state, refundableCents: 0, isCohortCancelled: true })).toEqual(nothing);
  });
});
