import { Undo2, WifiOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '../../contract/payments.ts';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { askedPath } from '../session/asked-path.ts';
import { keepPendingPayment } from '../session/browser-keys.ts';
import { catalogueOf } from '../session/catalogue.ts';
import { orderQuestion } from '../session/order.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { attemptAgain } from './attempt-again.ts';
import { HeldSeat } from './held-seat.tsx';
import { Cancelled, CardPageLink, Declined, Expired } from './order-screens.tsx';
import { screenOf } from './payment-screen.ts';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { Refunded } from './refunded.tsx';
import { Actions, ScreenFrame } from './screen-frame.tsx';
import { useOrdersPartner } from './use-orders-partner.ts';
import { refreshAnswer } from '../session/answers.ts';
import { useAnswer } from '../session/use-answer.ts';
import { payments } from '../session/payment-client.ts';

/** Where the card page leads back to when the student cancels there. */
export function Component() {
  const { data: order, isPending, isError, refetch } = useAnswer(orderQuestion);
  const isLeaving = useOrdersPartner(order);
  if (isPending || isLeaving) return <PaymentSkeleton />;
  if (order && hasMoney(order)) return <PaidAfterAll />;
  if (isError) return <CannotTell order={order} onAskAgain={refetch} />;
  return order ? <Unpaid order={order} /> : <NothingStarted />;
}

const endings = { expired: Expired, declined: Declined, cancelled: Cancelled, refunded: Refunded };

/** Why nothing was paid. Many ways lead back here: a press on Back, and a checkout that has run out or was replaced. */
function Unpaid({ order }: { order: Order }) {
  const screen = isOver(order) ? 'expired' : screenOf[order.state];
  if (!Object.hasOwn(endings, screen)) return <TurnedBack order={order} />;
  const Ending = endings[screen as keyof typeof endings];
  return <Ending order={order} ways={<WaysOn order={order} />} />;
}

/** The card provider's word that a checkout has ended may still be on its way here. */
function isOver({ state, holdExpiresAt }: Order): boolean {
  return screenOf[state] === 'confirming' && holdExpiresAt === null;
}

/** In another tab, or by a bank that was slow: turning round does not undo a payment. */
function hasMoney({ state }: Order): boolean {
  return ['receipt', 'processing', 'unseated', 'review'].includes(screenOf[state]);
}

function PaidAfterAll() {
  const partner = usePartner();
  return (
    <ScreenFrame tone="info" title="We have a payment from you">
      <p>Nothing was cancelled: a payment of yours has reached us, and there is nothing left to pay here.</p>
      <Actions>
        <ButtonLink to={pathOf(partner, 'paymentSuccess')}>See your payment</ButtonLink>
      </Actions>
    </ScreenFrame>
  );
}

function TurnedBack({ order }: { order: Order }) {
  return (
    <ScreenFrame tone="neutral" icon={Undo2} title="Not paid yet — nothing was charged" reference={order.reference}>
      <p>You left the payment page. Your course and cohort are saved.</p>
      <HeldSeat order={order} />
      <p>
        Retry Payment keeps your choices, and your seat while it is held. Start Over gives the seat back and begins with
        the course.
      </p>
      <WaysOn order={order} />
      <CardPageLink order={order}>Back to the payment page you left</CardPageLink>
    </ScreenFrame>
  );
}

/** Shown when the address was opened directly: no payment was begun that could be cancelled. */
function NothingStarted() {
  return (
    <ScreenFrame tone="neutral" icon={Undo2} title="You have not started to pay">
      <p>We know of no payment of yours, and nothing was charged.</p>
      <WaysOn order={null} />
    </ScreenFrame>
  );
}

/** The service did not answer. Nothing is known, so nothing is claimed. */
function CannotTell({ order, onAskAgain }: { order: Order | null | undefined; onAskAgain: () => void }) {
  return (
    <ScreenFrame tone="warning" icon={WifiOff} title="We cannot tell at the moment whether you paid">
      <p>
        We cannot reach the service. If you have paid, your payment is safe: please look again before you pay a second
        time.
      </p>
      <WaysOn order={order}>
        <Button onClick={onAskAgain}>Look again</Button>
      </WaysOn>
    </ScreenFrame>
  );
}

/** @param children what to do before anything else; takes the main button's place */
function WaysOn({ order, children }: { order: Order | null | undefined; children?: ReactNode }) {
  const partner = usePartner();
  const navigate = useNavigate();
  const { startOver, pending } = useStartOver();
  const retry = () => void navigate(pathOf(partner, 'enrol'), { state: attemptAgain(order) });
  return (
    <>
      <Actions>
        {children}
        <Button look={children ? 'outline' : 'primary'} onClick={retry}>
          Retry Payment
        </Button>
        <Button look="outline" loading={pending} onClick={() => void startOver()}>
          Start Over
        </Button>
      </Actions>
      <p>
        <ButtonLink to={pathOf(partner, 'eligibility')} look="link">
          Check Eligibility Status
        </ButtonLink>
      </p>
    </>
  );
}

/** Gives the seat back and begins anew at the first step. What was chosen stays chosen until something else is. */
function useStartOver() {
  const partner = usePartner();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function startOver(): Promise<void> {
    setPending(true);
    const { pathname } = location;
    // Where giving back fails the hold ends by itself; the member need not wait here for it.
    const order = await payments.cancelCheckout().catch(() => undefined);
    keepPendingPayment(null);
    await Promise.all([refreshAnswer(orderQuestion), refreshAnswer(catalogueOf(partner.code))]);
    const isPaid = order ? hasMoney(order) : false;
    if (!isPaid && order?.holdExpiresAt === null) toast(paymentMessages.startedOver);
    // They may have gone to another page meanwhile, or be on the way there.
    if (askedPath() !== pathname) return;
    if (isPaid) await navigate(pathOf(partner, 'paymentSuccess'));
    else await navigate(pathOf(partner, 'enrol'), { state: { startAt: 'course' } });
  }

  return { startOver, pending };
}
