import type { Difference, Movement } from '../../../contract/console/reconciliation.ts';

/** What is compared, in words. */
export const movementWords: Readonly<Record<Movement, { title: string; none: string }>> = {
  payments: { title: 'Payments', none: 'No payment on this day, on either side.' },
  refunds: { title: 'Refunds', none: 'No refund on this day, on either side.' },
  disputes: { title: 'Taken back by banks', none: 'No bank took a payment back that was disputed on this day.' },
};

/** What a difference is, and what becomes of it. */
export const differenceWords: Readonly<Record<Movement, Record<Difference['kind'], string>>> = {
  payments: {
    'not-recorded': 'A payment that does not stand here. One of an order of ours is taken over within minutes.',
    'not-at-provider': 'A payment that the provider does not know.',
    amount: 'A payment with two amounts.',
  },
  refunds: {
    'not-recorded':
      'A refund that does not stand here: it was begun at the provider, and is taken over within minutes.',
    'not-at-provider': 'A refund that the provider was not asked for yet, or does not know.',
    amount: 'A refund with two amounts.',
  },
  disputes: {
    'not-recorded': 'A payment that the bank took back, and that still counts here.',
    'not-at-provider': 'A payment that counts as taken back here alone.',
    amount: 'A payment taken back with two amounts.',
  },
};
