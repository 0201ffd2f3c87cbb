import type { ShownOrder } from '../../contract/console/order-care-schemas.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { Facts } from '../shell/facts.tsx';
import { momentOf } from '../shell/times.ts';
import { amountText, paidCurrency } from './order-words.ts';

const seats: Record<ShownOrder['seat'], string> = { taken: 'Taken', held: 'Held while they pay', none: 'None' };

/** Whose order, of which seat, at what price, and what the student accepted. */
export function OrderFacts({ order, className }: { order: ShownOrder; className?: string }) {
  const money = (cents: number) => amountText(cents, order.currency);
  const paid = (cents: number) => amountText(cents, paidCurrency(order.currency, order.payments));
  const { amountCents, acknowledgedCents, balanceCents, discountCents, paidCents, refundedCents } = order;
  const lostCents = order.payments.reduce((sum, payment) => sum + payment.lostCents, 0);
  return (
    <Facts
      {...(className && { className })}
      facts={{
        Student:
          order.student === null ? (
            'Account deleted'
          ) : (
            <TextLink to={`/sites/${order.siteId}/members/${order.memberId}`}>{order.student}</TextLink>
          ),
        Partner: order.partner.toUpperCase(),
        Cohort: <TextLink to={`/cohorts/${order.cohort.id}`}>{order.cohort.name}</TextLink>,
        Seat: order.heldUntil ? `${seats[order.seat]}, until ${momentOf(order.heldUntil)}` : seats[order.seat],
        'Course price': money(amountCents + balanceCents + discountCents),
        Discount: discountCents > 0 ? money(discountCents) : null,
        Ordered: `${money(amountCents)} (${order.paymentType === 'full' ? 'in full' : 'deposit'})`,
        'Paid in': paid(paidCents),
        'Gone back': refundedCents > 0 ? paid(refundedCents) : null,
        'Taken back by the bank': lostCents > 0 ? paid(lostCents) : null,
        Balance: balanceCents > 0 ? money(balanceCents) : null,
        Placed: momentOf(order.createdAt),
        Paid: order.paidAt && momentOf(order.paidAt),
        Accepted: `${momentOf(order.acknowledgedAt)}: the terms, and that the fee${acknowledgedCents == null ? '' : ` of ${money(acknowledgedCents)}`} is non-refundable`,
      }}
    />
  );
}
