import type { ReactNode } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { usePartner } from '../partner/partner.tsx';
import { useHold } from '../session/hold.ts';
import { orderQuestion } from '../session/order.ts';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { CheckoutRefusal } from './use-checkout.ts';
import type { GoneMessage } from './use-enrol.ts';
import { useAnswer } from '../session/use-answer.ts';

interface EnrolNoticesProps {
  /** A choice waits for a connection. */
  isKeptOffline: boolean;
  refusal: CheckoutRefusal | undefined;
  gone: GoneMessage | undefined;
  cohort: Cohort | undefined;
}

/** What one must know before going on: why the last press led nowhere, and what is held. */
export function EnrolNotices({ isKeptOffline, refusal, gone, cohort }: EnrolNoticesProps) {
  return (
    <div className="space-y-4 not-empty:mb-6">
      {isKeptOffline && (
        <Notice tone="info" role="status" title={enrolMessages.keptOffline.title}>
          <p>{enrolMessages.keptOffline.text}</p>
        </Notice>
      )}
      {refusal && (
        <Notice
          tone={refusal.why === 'payment-in-progress' ? 'info' : 'error'}
          role="alert"
          title={enrolMessages.refusals[refusal.why].title}
        >
          {refusal.sentence && <p>{refusal.sentence}</p>}
          <p>{enrolMessages.refusals[refusal.why].text}</p>
        </Notice>
      )}
      {gone && !refusal && (
        <Notice tone="warning" role="status" title={enrolMessages[gone].title}>
          <p>{enrolMessages[gone].text}</p>
        </Notice>
      )}
      <OrderNotice cohort={cohort} />
    </div>
  );
}

function OrderNotice({ cohort }: { cohort: Cohort | undefined }): ReactNode {
  const partner = usePartner();
  const { data: order } = useAnswer(orderQuestion);
  const hold = useHold(order?.cohort.id === cohort?.id ? order?.holdExpiresAt : null);
  if (!hold) return null;
  return (
    <Notice tone="info" title={enrolMessages.seatHeld(formatTime(partner, hold.expiresAt))}>
      <p>{enrolMessages.payToGoOn}</p>
      <p role="status" className="sr-only">
        {hold.announcement}
      </p>
    </Notice>
  );
}
