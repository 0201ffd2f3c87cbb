import { RequestError } from '../../client/request.ts';
import type { Order } from '../../contract/payments.ts';
import { screenOf } from './payment-screen.ts';
import type { PaymentScreen } from './payment-screen.ts';

/** What the return page shows. */
export type PaymentView =
  | { screen: 'receipt'; order: Order | null }
  | { screen: Exclude<PaymentScreen, 'receipt'>; order: Order }
  /** finalising: the answer is being fetched, keep still. loading: a quick look at the order. */
  | { screen: 'finalising' | 'loading' }
  /** nothing: the service knows of no payment. unknown: the service did not answer. lost: the session has ended. */
  | { screen: 'nothing' | 'unknown' | 'lost' };

interface Answers {
  isPaid: boolean;
  confirmation: { isFetching: boolean; error: Error | null };
  order: { isPending: boolean; isError: boolean; data: Order | null | undefined };
}

/** Which view the answers so far allow. */
export function viewOf({ isPaid, confirmation, order }: Answers): PaymentView {
  // Only the order says who was paid. Where the service does not answer, the saved receipt shows all the same.
  // Of a cancelled or moved cohort the order says more: what is to be chosen, and that the money goes back, which the member's own
  // record may say a moment later.
  if (order.data?.isEnding && order.data.state !== 'processing') return { screen: 'refunded', order: order.data };
  if (isPaid && order.data?.cancelledRun) return { screen: 'unseated', order: order.data };
  if (isPaid && order.data?.movedRun) return { screen: 'moved', order: order.data };
  if (isPaid && order.data?.state === 'refunded') return { screen: 'refunded', order: order.data };
  if (isPaid) return order.isPending ? { screen: 'loading' } : { screen: 'receipt', order: order.data ?? null };
  if (confirmation.isFetching) return { screen: 'finalising' };
  if (isCode(confirmation.error, 'login-required')) return { screen: 'lost' };
  if (confirmation.error && !isCode(confirmation.error, 'payment-not-found')) return { screen: 'unknown' };
  if (order.data) {
    const screen = screenOf[order.data.state];
    // Paid, but the member's own record is still being read.
    return screen === 'receipt' ? { screen: 'loading' } : { screen, order: order.data };
  }
  if (order.isError) return { screen: 'unknown' };
  return { screen: order.isPending ? 'loading' : 'nothing' };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof RequestError && error.code === code;
}
