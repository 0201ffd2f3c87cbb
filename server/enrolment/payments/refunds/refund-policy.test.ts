import { describe, expect, test } from 'vitest';
import { orderStates } from '../../../../contract/payments.ts';
import { judgeRefund } from './refund-policy.ts';

const nothing = { policyCents: 0, ground: null };

describe('the refund policy', () => {
  test.for([
    ['a paid order', 'paid', 'as-chosen', nothing],
    ['a paid order whose cohort is cancelled', 'paid', 'cancelled', { policyCents: 500, ground: 'cohort-cancelled' }],
    ['a paid order whose run was moved', 'paid', 'moved', { policyCents: 500, ground: 'cohort-moved' }],
    [
      'one that was paid after the class had filled',
      'unseated',
      'as-chosen',
      { policyCents: 500, ground: 'class-full' },
    ],
    ['one with another amount than ordered', 'review', 'as-chosen', { policyCents: 500, ground: 'amount-differs' }],
    ['one that has ended and owes its money', 'refunded', 'as-chosen', { policyCents: 500, ground: 'owed' }],
    ['one that waits for its payment', 'awaiting-payment', 'cancelled', nothing],
    ['one whose payment settles', 'processing', 'cancelled', nothing],
    ['one that expired', 'expired', 'cancelled', nothing],
  ] as const)('of %s', ([, state, run, expected]) => {
    expect(judgeRefund({ state, refundableCents: 500, run })).toEqual(expected);
  });

  test.for(orderStates)('gives nothing where nothing is left: %s', (state) => {
    expect(judgeRefund({ state, refundableCents: 0, run: 'cancelled' })).toEqual(nothing);
  });
});
