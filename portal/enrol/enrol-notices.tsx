import type { ReactNode } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import type { OrderState } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { useHold } from '../session/hold.ts';
import { orderQuestion } from '../session/order.ts';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { CheckoutRefusal } from './use-checkout.ts';
import type { Retry } from './use-enrol.ts';
import { useAnswer } from '../session/use-answer.ts';

interface EnrolNoticesProps {
  refusal: CheckoutRefusal | undefined;
  retry: Retry | undefined;
  cohort: Cohort | undefined;
}

const refusals: Record<CheckoutRefusal, { title: string; text: string }> = {
  'cohort-full': {
    title: 'This cohort is full',
    text: 'The last place was taken a moment ago. Nothing was charged. Please choose another cohort.',
  },
  'cohort-not-open': {
    title: 'This cohort is not open any more',
    text: 'Nothing was charged. Please choose another cohort.',
  },
  'payment-in-progress': {
    title: 'A payment of yours is being confirmed',
    text: 'Please wait for it before you pay again, so that you do not pay twice.',
  },
  unreachable: {
    title: 'The payment page cannot be reached at the moment',
    text: 'Nothing was charged, and your choices are saved. Please press the button again in a moment.',
  },
};

/** What one must know before going on: why the last press led nowhere, what is held, what is already under way. */
export function EnrolNotices({ refusal, retry, cohort }: EnrolNoticesProps) {
  return (
    <div className="space-y-4 not-empty:mb-6">
      {refusal && (
        <Notice
          tone={refusal === 'payment-in-progress' ? 'info' : 'error'}
          role="alert"
          title={refusals[refusal].title}
        >
          <p>{refusals[refusal].text}</p>
        </Notice>
      )}
      {retry && !retry.isPossible && !refusal && (
        <Notice tone="warning" role="status" title="The cohort of your last attempt is not available any more">
          <p>Nothing was charged. Please choose another one.</p>
        </Notice>
      )}
      <OrderNotice cohort={cohort} />
    </div>
  );
}

/** States in which money is or may be on its way: paying again would be a mistake. */
const underWay: ReadonlySet<OrderState> = new Set(['processing', 'unseated', 'review', 'paid']);

function OrderNotice({ cohort }: { cohort: Cohort | undefined }): ReactNode {
  const partner = usePartner();
  const { data: order } = useAnswer(orderQuestion);
  const hold = useHold(order?.cohort.id === cohort?.id ? order?.holdExpiresAt : null);
  if (order && underWay.has(order.state)) {
    return (
      <Notice tone="warning" title="We already have a payment from you">
        <p>
          Please look at it before you pay again.{' '}
          <TextLink to={pathOf(partner, 'paymentSuccess')}>See your payment</TextLink>
        </p>
      </Notice>
    );
  }
  if (!hold) return null;
  return (
    <Notice tone="info" title={`Seat held until ${formatTime(partner, hold.expiresAt)}`}>
      <p>You started to pay for this cohort. Press a pay button to go on.</p>
      <p role="status" className="sr-only">
        {hold.announcement}
      </p>
    </Notice>
  );
}
