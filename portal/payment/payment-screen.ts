import type { Order, OrderState } from '../../contract/payments.ts';

/** Every screen a student can meet on the way back from the card page. */
export type PaymentScreen =
  | 'receipt'
  | 'confirming'
  | 'processing'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'unseated'
  | 'moved'
  | 'refunded'
  | 'review';

/** Which screen tells the truth about an order. An open checkout is "not known yet", never "failed". */
export const screenOf: Record<OrderState, PaymentScreen> = {
  draft: 'confirming',
  'awaiting-payment': 'confirming',
  processing: 'processing',
  paid: 'receipt',
  unseated: 'unseated',
  refunded: 'refunded',
  expired: 'expired',
  cancelled: 'cancelled',
  failed: 'declined',
  review: 'review',
};

/** Whether asking again in a moment may bring another answer. */
export function isSettled(state: OrderState): boolean {
  return screenOf[state] !== 'confirming';
}

/** Whether the money of a refunded order is still on its way to the card. */
export function isRefundUnderWay({ state, moneyBack }: Pick<Order, 'state' | 'moneyBack'>): boolean {
  return state === 'refunded' && moneyBack === 'on-its-way';
}
