import { Clock, CreditCard, Hourglass, Landmark, SearchCheck, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { paymentMessages } from '../messages/payment.ts';
import { seatWhileProcessing } from '../session/order.ts';
import { useMember } from '../session/member.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { formatAmount } from '../ui/format.ts';
import { attemptAgain } from './attempt-again.ts';
import { HeldSeat } from './held-seat.tsx';
import { Actions, ScreenFrame } from './screen-frame.tsx';
import { ContactSupport } from './support-link.tsx';

interface OrderScreenProps {
  order: Order;
  onAskAgain: () => void;
}

/** An attempt that ended without money. */
interface EndedProps {
  order: Order;
  /** The ways on, where a page offers more than another try. */
  ways?: ReactNode;
}

/** Not known yet: neither a success nor a failure. */
export function Confirming({ order, onAskAgain }: OrderScreenProps) {
  return (
    <ScreenFrame tone="info" icon={Clock} title="We are waiting for your payment" reference={order.reference}>
      <p>
        The card provider has not told us yet that you paid. If you did, you need not do anything: this page shows your
        receipt as soon as we know. Please do not pay a second time.
      </p>
      <HeldSeat order={order} />
      <Actions>
        <Button onClick={onAskAgain}>Check again</Button>
        <CardPageLink order={order}>I have not paid yet: back to the payment page</CardPageLink>
      </Actions>
      <p className="text-sm text-muted">
        Still waiting after an hour? <ContactSupport look="link" reference={order.reference} />
      </p>
    </ScreenFrame>
  );
}

/** Back to the checkout that is still open; nothing once it has ended. */
export function CardPageLink({ order, children }: { order: Order; children: string }) {
  if (!order.checkoutUrl) return null;
  return (
    <a
      href={order.checkoutUrl}
      className="inline-flex min-h-12 items-center justify-center text-center font-semibold text-brand underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** Paid by a method that takes its time. */
export function Processing({ order }: OrderScreenProps) {
  const email = useMember()?.auth.email;
  return (
    <ScreenFrame tone="info" icon={Landmark} title="Your bank is processing the payment" reference={order.reference}>
      <p>{`This can take up to 3 days. ${paymentMessages.processingSeat[seatWhileProcessing(order)]}`}</p>
      <p>
        We write to {email ? <span className="email">{email}</span> : 'you'} as soon as the payment has arrived. You can
        close this page.
      </p>
      <OrderLine order={order} />
      <Actions>
        <ContactSupport reference={order.reference} />
      </Actions>
    </ScreenFrame>
  );
}

export function Declined({ order, ways }: EndedProps) {
  return (
    <ScreenFrame tone="error" icon={CreditCard} title="The payment was declined" reference={order.reference}>
      <p>Nothing was charged. Banks decline for many reasons, and another card often works.</p>
      {ways ?? <TryAgain order={order}>Try another way to pay</TryAgain>}
    </ScreenFrame>
  );
}

export function Expired({ order, ways }: EndedProps) {
  return (
    <ScreenFrame tone="warning" icon={Hourglass} title="The time to pay has run out" reference={order.reference}>
      <p>
        Nothing was charged. The seat we held went back to the others, and your choices are saved: if there is a seat
        left, one press holds it again.
      </p>
      {ways ?? <TryAgain order={order}>Try again</TryAgain>}
    </ScreenFrame>
  );
}

export function Cancelled({ order, ways }: EndedProps) {
  return (
    <ScreenFrame tone="neutral" icon={Undo2} title="Cancelled — nothing was charged" reference={order.reference}>
      <p>This attempt was ended before anything was paid. Your choices are saved.</p>
      {ways ?? <TryAgain order={order}>Try again</TryAgain>}
    </ScreenFrame>
  );
}

export function Review({ order }: OrderScreenProps) {
  return (
    <ScreenFrame tone="warning" icon={SearchCheck} title="We are checking your payment" reference={order.reference}>
      <p>
        Your payment arrived, but it does not match your order. Our team is looking at it. Nothing is lost, and you need
        not pay again.
      </p>
      <OrderLine order={order} />
      <Actions>
        <ContactSupport reference={order.reference} />
      </Actions>
    </ScreenFrame>
  );
}

function OrderLine({ order }: { order: Order }) {
  const partner = usePartner();
  return (
    <p className="rounded-lg bg-surface px-4 py-3">
      <span className="block font-semibold">{order.cohort.name}</span>
      <span className="tabular-nums">{formatAmount(partner, order.amountCents)}</span>
    </p>
  );
}

/** On to the enrol page, with what was chosen. */
function TryAgain({ order, children }: { order: Order; children: string }) {
  return (
    <Actions>
      <ButtonLink to={pathOf(usePartner(), 'enrol')} state={attemptAgain(order)}>
        {children}
      </ButtonLink>
      <ContactSupport reference={order.reference} />
    </Actions>
  );
}
