import { Landmark, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { refreshMember, useMember } from '../session/member.ts';
import { leftOf } from '../session/order.ts';
import { formatAmount } from '../ui/format.ts';
import { pathOf } from '../partner/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Actions, ScreenFrame } from './screen-frame.tsx';
import { ContactSupport } from './support-link.tsx';

/** An order that ended after it was paid, or is about to: where the money is now, and what happens next. */
export function Refunded({ order }: { order: Order }) {
  const partner = usePartner();
  const Screen = screens[order.isEnding ? 'on-its-way' : (order.moneyBack ?? 'on-its-way')];
  const open = order.moneyBack === 'returned' ? 0 : leftOf(order);
  const amount = formatAmount(partner, open > 0 ? open : order.refundedCents);
  return <Screen order={order} amount={amount} />;
}

interface MoneyBackProps {
  order: Order;
  /** What has not gone back yet, or everything that has. */
  amount: string;
}

function OnItsWay({ order, amount }: MoneyBackProps) {
  return (
    <ScreenFrame tone="info" icon={RotateCcw} title="Your payment is being refunded" reference={order.reference}>
      <p>{`${amount} is on its way back to the card you paid with. Banks often need a few days to show it.`}</p>
      {order.isEnding ? <ContactSupport look="link" reference={order.reference} /> : <OtherCohort order={order} />}
    </ScreenFrame>
  );
}

function Returned({ order, amount }: MoneyBackProps) {
  return (
    <ScreenFrame tone="success" icon={RotateCcw} title="Your payment has been refunded" reference={order.reference}>
      <p>{`${amount} went back to the card you paid with, or another way if our team arranged one with you. Banks often need a few days to show it.`}</p>
      <OtherCohort order={order} />
    </ScreenFrame>
  );
}

function Failed({ order, amount }: MoneyBackProps) {
  const email = useMember()?.auth.email;
  return (
    <ScreenFrame tone="warning" title="Your refund did not go through" reference={order.reference}>
      <p>
        {`We tried to pay ${amount} back to the card you paid with, and the money could not reach it. A closed or replaced card is often the reason.`}
      </p>
      <p>
        The money is still yours. Our team has been told and writes to{' '}
        {email ? <span className="email">{email}</span> : 'you'} to find another way. You need not do anything now; if
        you would rather write first, name your reference.
      </p>
      <Actions>
        <ContactSupport reference={order.reference} look="primary" />
      </Actions>
    </ScreenFrame>
  );
}

function TakenByBank({ order, amount }: MoneyBackProps) {
  return (
    <ScreenFrame
      tone="neutral"
      icon={Landmark}
      title="Your bank has taken the payment back"
      reference={order.reference}
    >
      <p>
        {`The payment was disputed, and the bank took ${amount} back from us. So your seat has been given back, and there is no refund from us: ask your bank when the money shows on your account.`}
      </p>
      <p>If you did not dispute the payment, please write to us.</p>
      <OtherCohort order={order} />
    </ScreenFrame>
  );
}

const screens = { 'on-its-way': OnItsWay, returned: Returned, failed: Failed, 'taken-by-bank': TakenByBank };

/** On to the choice of a cohort: the order's own may still take students. */
function OtherCohort({ order }: { order: Order }) {
  const partner = usePartner();
  // A member read before the money went counts as paid, and would be led back here from the steps.
  useEffect(() => void refreshMember(), []);
  return (
    <Actions>
      <ButtonLink to={pathOf(partner, 'enrol')} state={{ startAt: 'cohort' }}>
        {`${partner.words.Enrol} in another cohort`}
      </ButtonLink>
      <ContactSupport reference={order.reference} />
    </Actions>
  );
}
