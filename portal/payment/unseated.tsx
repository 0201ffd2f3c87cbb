import { Armchair } from 'lucide-react';
import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { leftOf } from '../session/order.ts';
import { formatAmount, formatDates } from '../ui/format.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { Alternatives, useSeatChoice } from './seat-choice.tsx';
import { ContactSupport } from './support-link.tsx';

/**
 * Paid, but the class filled meanwhile or is cancelled: the member decides, and money goes back by itself if they do
 * not.
 */
export function Unseated({ order }: { order: Order }) {
  const partner = usePartner();
  const choice = useSeatChoice(order);
  const { cancelledRun } = order;
  const cohort = `“${order.cohort.name}” (${formatDates(partner, order.cohort)})`;
  return (
    <ScreenFrame
      tone="warning"
      icon={Armchair}
      title={cancelledRun ? 'Your cohort does not take place' : 'You have paid, but the cohort filled up meanwhile'}
      reference={order.reference}
    >
      <p>
        {`Your ${formatAmount(partner, leftOf(order))} is safe. ${
          cancelledRun
            ? `We are sorry: ${cohort} was called off.`
            : `The last seat in ${cohort} was taken while your payment was under way.`
        } Please choose what happens now.`}
      </p>
      <Alternatives order={order} dueAt={cancelledRun?.chooseBy ?? order.refundDueAt} choice={choice} />
      <ContactSupport look="link" reference={order.reference} />
    </ScreenFrame>
  );
}
