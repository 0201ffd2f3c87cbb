import { useSearchParams } from 'react-router';
import type { StudentMember } from '../../contract/student-fields.ts';
import { useMember } from '../session/member.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { Confirmed } from './confirmed.tsx';
import { Finalising } from './finalising.tsx';
import { Cancelled, Confirming, Declined, Expired, Processing, Review } from './order-screens.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { MemberLost, NothingFound, Unknown } from './problem-screens.tsx';
import { Refunded } from './refunded.tsx';
import { Unseated } from './unseated.tsx';
import { Moved } from './moved.tsx';
import type { PaymentView } from './payment-view.ts';
import { useOrdersPartner } from './use-orders-partner.ts';
import { usePayment } from './use-payment.ts';

/** Where the card page leads back to, and where a receipt is read later. */
export function Component() {
  const member = useMember();
  return member ? <Payment member={member} /> : <PaymentSkeleton />;
}

function Payment({ member }: { member: StudentMember }) {
  const sessionId = useSearchParams()[0].get('session_id');
  const { view, askAgain } = usePayment(member, sessionId);
  const answer = useHeadingFocus(view.screen);
  const isLeaving = useOrdersPartner('order' in view ? view.order : null);
  if (isLeaving) return <PaymentSkeleton />;
  return (
    <div ref={answer}>
      <Answer member={member} view={view} onAskAgain={askAgain} />
    </div>
  );
}

const orderScreens = {
  confirming: Confirming,
  processing: Processing,
  declined: Declined,
  expired: Expired,
  cancelled: Cancelled,
  unseated: Unseated,
  moved: Moved,
  refunded: Refunded,
  review: Review,
};
const otherScreens = {
  finalising: Finalising,
  loading: PaymentSkeleton,
  nothing: NothingFound,
  unknown: Unknown,
  lost: MemberLost,
};

function Answer({ member, view, onAskAgain }: { member: StudentMember; view: PaymentView; onAskAgain: () => void }) {
  if (view.screen === 'receipt') return <Confirmed member={member} order={view.order} />;
  if ('order' in view) {
    const Screen = orderScreens[view.screen];
    return <Screen order={view.order} onAskAgain={onAskAgain} />;
  }
  const Screen = otherScreens[view.screen];
  return <Screen onAskAgain={onAskAgain} />;
}
