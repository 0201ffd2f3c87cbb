import type { Order } from '../../contract/payments.ts';
import { partnerTitle } from '../../shared/partners.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { seatWhileProcessing, standingOfOrder } from '../session/order.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatAmount } from '../ui/format.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Page } from '../ui/page.tsx';

type Known = keyof typeof enrolMessages.paymentKnown;

/** How a payment stands of which nothing more may be paid now; undefined where the steps are open. */
export function findKnownPayment(order: Order | null | undefined): Known | undefined {
  const standing = order && standingOfOrder(order);
  return standing && Object.hasOwn(enrolMessages.paymentKnown, standing) ? (standing as Known) : undefined;
}

/** In place of the steps: money of this member is here or on its way, and a pay button would ask for it twice. */
export function PaymentKnown({ order, known }: { order: Order; known: Known }) {
  const partner = usePartner();
  const { title, text } = enrolMessages.paymentKnown[known];
  usePageTitle(`${title} – ${partnerTitle(partner)}`);
  return (
    <Page width="task">
      <Card>
        <div className="space-y-5">
          <h1 tabIndex={-1}>{title}</h1>
          <p>{text}</p>
          {known === 'processing' && <p>{paymentMessages.processingSeat[seatWhileProcessing(order)]}</p>}
          <p className="rounded-lg bg-surface px-4 py-3">
            <span className="block font-semibold">{order.cohort.name}</span>
            <span className="tabular-nums">{formatAmount(partner, order.amountCents)}</span>
          </p>
          <ButtonLink to={pathOf(partner, 'paymentSuccess')}>See your payment</ButtonLink>
          <p className="border-t border-line pt-4 text-sm text-muted">
            Your reference: <span className="font-semibold text-ink">{order.reference}</span>
          </p>
        </div>
      </Card>
    </Page>
  );
}
