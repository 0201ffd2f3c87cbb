import { useEffect } from 'react';
import { RequestError } from '../../client/request.ts';
import { paymentOf, type StudentMember } from '../../contract/student-fields.ts';
import type { ConfirmedPayment, Order } from '../../contract/payments.ts';
import { paymentMessages } from '../messages/payment.ts';
import { findPendingPayment, keepPendingPayment } from '../session/browser-keys.ts';
import { refreshMember, setChangedMember } from '../session/member.ts';
import { orderQuestion } from '../session/order.ts';
import { standingOf } from '../session/standing.ts';
import { toast } from '../../ui/toast.ts';
import { waitUntilSettled } from './confirmation.ts';
import { isRefundUnderWay, isSettled } from './payment-screen.ts';
import { viewOf } from './payment-view.ts';
import type { PaymentView } from './payment-view.ts';
import { setAnswer, type Question } from '../session/answers.ts';
import { useAnswer } from '../session/use-answer.ts';
import { payments } from '../session/payment-client.ts';

const reaskMs = 15_000;

/**
 * Finds out what became of a payment. The saved payment comes first, then the checkout session one returns from,
 * then the newest order; the service's word counts throughout.
 *
 * @param sessionId from the address, null when one comes from elsewhere
 */
export function usePayment(
  member: StudentMember,
  sessionId: string | null,
): { view: PaymentView; askAgain: () => void } {
  const { isPaid } = standingOf(member);
  const confirmation = useAnswer(confirmationOf(sessionId ?? ''), { enabled: sessionId !== null && !isPaid });
  const order = useAnswer(orderQuestion, {
    enabled: !confirmation.isFetching,
    againAfterMs: (known) => (known && isWorthWatching(known) ? reaskMs : undefined),
  });
  useLateSuccess(order.data, isPaid || confirmation.isFetching);
  useEarlySuccess(member, sessionId);

  function askAgain(): void {
    if (sessionId === null || isPaid) order.refetch();
    else confirmation.refetch();
  }

  return { view: viewOf({ isPaid, confirmation, order }), askAgain };
}

/** Asked once for each return from the card page: its answer waits until the payment is settled. */
const confirmationOf = (sessionId: string): Question<ConfirmedPayment> => ({
  name: `confirmation ${sessionId}`,
  ask: () => confirm(sessionId),
  freshMs: Infinity,
  isPassing: true,
});

async function confirm(sessionId: string): Promise<ConfirmedPayment> {
  const answer = await waitUntilSettled({
    ask: () => payments.confirmPayment(sessionId),
    isAnswer: (error) =>
      error instanceof RequestError && error.status >= 400 && error.status < 500 && error.status !== 429,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    nowMs: Date.now,
  });
  if (setChangedMember(answer.member)) {
    if (answer.order.state === 'paid') celebrate();
    setAnswer(orderQuestion, answer.order);
  }
  return answer;
}

function celebrate(): void {
  keepPendingPayment(null);
  toast(paymentMessages.paid);
}

/** A payment that settles while its page is open, or was settled on another device, ends in the receipt too. */
function useLateSuccess(order: Order | null | undefined, isCovered: boolean): void {
  const isLate = order?.state === 'paid' && !isCovered;
  useEffect(() => {
    if (isLate) void refreshMember().then(celebrate);
  }, [isLate]);
}

/** The provider's word may be faster than the browser: who returns to a payment already settled hears of it too, once. */
function useEarlySuccess(member: StudentMember, sessionId: string | null): void {
  useEffect(() => {
    const settled = paymentOf(member.customFields);
    if (sessionId !== null && settled?.sessionId === sessionId && findPendingPayment()) celebrate();
    // Only on arrival: later answers celebrate themselves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function isWorthWatching(order: Order): boolean {
  return order.state === 'processing' || isRefundUnderWay(order) || !isSettled(order.state);
}
