import type { ShownOrder } from '../../contract/console/order-care-schemas.ts';
import type { OrderState as State } from '../../contract/payments.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/tones.ts';
import { momentOf } from '../shell/times.ts';
import { amountText, orderStateWords, paidCurrency } from './order-words.ts';

const tones: Partial<Record<State, Tone>> = {
  paid: 'success',
  unseated: 'warning',
  review: 'warning',
  failed: 'error',
};

const sentences: Readonly<Record<State, string>> = {
  draft: 'The student is on the way to the card page; a seat is held for them.',
  'awaiting-payment': 'The card page is open; a seat is held until it ends.',
  processing: 'The bank is settling the payment.',
  paid: 'The student is enrolled and has the seat.',
  unseated:
    'The money came after the class had filled. The student may choose a cohort with a seat, or the money goes back.',
  review: 'Another amount was paid than ordered.',
  refunded: 'The order has ended.',
  expired: 'Nothing was paid in time.',
  cancelled: 'It was ended before anything was paid.',
  failed: 'The payment did not go through.',
};

function moneyBackOf({ moneyBack, refundedCents, currency, payments }: ShownOrder): string {
  if (moneyBack === 'on-its-way') return 'Money is on its way back.';
  if (moneyBack === 'returned') return `${amountText(refundedCents, paidCurrency(currency, payments))} went back.`;
  if (moneyBack === 'failed') return 'A refund failed: the money has not arrived.';
  return moneyBack === 'taken-by-bank' ? 'The bank took the payment back.' : '';
}

/** Whether somebody has to decide: with all of the money on its way back, it is decided. */
const isUndecided = ({ state, moneyBack, allows }: ShownOrder): boolean =>
  state === 'review' && (moneyBack !== 'on-its-way' || allows.refund);

/** How an order stands, in a word and in a sentence. */
export function OrderState({ order }: { order: ShownOrder }) {
  const { state, refundDueAt } = order;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={order.moneyBack === 'failed' ? 'error' : (tones[state] ?? 'neutral')}>
        {orderStateWords[state]}
      </Badge>
      <span>
        {sentences[state]}
        {isUndecided(order) && ' Somebody has to decide.'} {moneyBackOf(order)}
        {refundDueAt && ` It goes back by itself on ${momentOf(refundDueAt)}.`}
      </span>
    </span>
  );
}
