import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { keepPendingPayment } from '../session/browser-keys.ts';
import { catalogueQuestion } from '../session/catalogue.ts';
import { enrolment } from '../session/clients.ts';
import { orderQuestion } from '../session/order.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { attemptAgain } from './attempt-again.ts';
import { HeldSeat } from './held-seat.tsx';
import { screenOf } from './payment-screen.ts';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { Actions, ScreenFrame } from './screen-frame.tsx';
import { refreshAnswer } from '../session/answers.ts';
import { useAnswer } from '../session/use-answer.ts';

/** Where the card page leads back to when somebody turns round there. */
export function Component() {
  const { data: order, isPending } = useAnswer(orderQuestion);
  if (isPending) return <PaymentSkeleton />;
  return order && hasMoney(order) ? <PaidAfterAll /> : <TurnedBack order={order} />;
}

/** In another tab, or by a bank that was slow: turning round does not undo a payment. */
function hasMoney({ state }: Order): boolean {
  return ['receipt', 'processing', 'unseated', 'review'].includes(screenOf[state]);
}

function PaidAfterAll() {
  const partner = usePartner();
  return (
    <ScreenFrame tone="info" title="We have a payment from you">
      <p>You turned back on the payment page, but a payment of yours has reached us.</p>
      <Actions>
        <ButtonLink to={pathOf(partner, 'paymentSuccess')}>See your payment</ButtonLink>
      </Actions>
    </ScreenFrame>
  );
}

function TurnedBack({ order }: { order: Order | null | undefined }) {
  const partner = usePartner();
  const navigate = useNavigate();
  const { startOver, pending } = useStartOver();
  const retry = () => void navigate(pathOf(partner, 'enrol'), { state: attemptAgain(order) });
  return (
    <ScreenFrame tone="neutral" icon={Undo2} title="Cancelled — nothing was charged" reference={order?.reference}>
      <p>You turned back before paying. Your course and cohort are saved.</p>
      {order && <HeldSeat order={order} />}
      <Actions>
        <Button onClick={retry}>Retry Payment</Button>
        <Button look="outline" loading={pending} onClick={() => void startOver()}>
          Start Over
        </Button>
      </Actions>
      <p>
        <ButtonLink to={pathOf(partner, 'eligibility')} look="link">
          Check Eligibility Status
        </ButtonLink>
      </p>
    </ScreenFrame>
  );
}

/** Gives the seat back and begins anew. */
function useStartOver() {
  const partner = usePartner();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function startOver(): Promise<void> {
    setPending(true);
    // Where giving back fails the hold ends by itself; nobody should be kept here for it.
    const order = await enrolment.cancelCheckout().catch(() => undefined);
    keepPendingPayment(null);
    await Promise.all([refreshAnswer(orderQuestion), refreshAnswer(catalogueQuestion)]);
    await navigate(pathOf(partner, order && hasMoney(order) ? 'paymentSuccess' : 'enrol'));
  }

  return { startOver, pending };
}
