import type { MatterKind } from '../../contract/console/matter-kinds.ts';
import type { OrderState } from '../../contract/payments.ts';
import type { Choice } from '../list/choice.ts';

/** What staff call the state of an order. */
export const orderStateWords: Readonly<Record<OrderState, string>> = {
  draft: 'Checkout is being made',
  'awaiting-payment': 'Waits for payment',
  processing: 'Payment is settling',
  paid: 'Paid',
  unseated: 'Paid, no seat',
  review: 'To look at',
  refunded: 'Refunded',
  expired: 'Expired',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

const matterWords: Readonly<Record<MatterKind, string>> = {
  payment: 'Payment to look at',
  unseated: 'Student without a seat',
  dispute: 'Payment taken back',
  cohort: 'Few students',
};

export { usePartnerChoices } from '../list/partner-choices.ts';

const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const stateChoices: readonly Choice[] = choicesOf(orderStateWords);
export const matterChoices: readonly Choice[] = choicesOf(matterWords);

/** "NZD 500.00" */
export const amountText = (cents: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'code' }).format(cents / 100);

/** The currency of the money that came in: that of the order, unless it was paid in another one. */
export const paidCurrency = (ordered: string, payments: readonly { currency: string }[]): string =>
  payments[0]?.currency ?? ordered;
