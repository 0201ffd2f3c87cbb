import { CircleAlert, SearchX, WifiOff } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Actions, ScreenFrame } from './screen-frame.tsx';
import { ContactSupport } from './support-link.tsx';

/** The service knows of no payment by this member. */
export function NothingFound() {
  return (
    <ScreenFrame tone="neutral" icon={SearchX} title="We found no payment">
      <Notice tone="error" role="alert">
        <p>{paymentMessages.nothingFound}</p>
      </Notice>
      <Actions>
        <ReturnToEnrolment />
        <ContactSupport />
      </Actions>
    </ScreenFrame>
  );
}

/** The service did not answer. Nothing is known, so nothing is claimed. */
export function Unknown({ onAskAgain }: { onAskAgain: () => void }) {
  return (
    <ScreenFrame tone="warning" icon={WifiOff} title="We could not confirm your payment yet">
      <Notice tone="error" role="alert">
        <p>{paymentMessages.failed}</p>
      </Notice>
      <p>
        We cannot reach the service at the moment. If you have paid, your payment is safe: it is recorded by the card
        provider and reaches us without this page. Please do not pay again.
      </p>
      <Actions>
        <Button onClick={onAskAgain}>Check again</Button>
        <ContactSupport />
        <ReturnToEnrolment look="link" />
      </Actions>
    </ScreenFrame>
  );
}

/** The session ended while the payment was being confirmed. */
export function MemberLost() {
  const partner = usePartner();
  return (
    <ScreenFrame tone="error" icon={CircleAlert} title="You are not logged in any more">
      <Notice tone="error" role="alert">
        <p>{paymentMessages.memberLost}</p>
      </Notice>
      <p>If you have paid, your payment is safe. Log in again and this page shows it.</p>
      <Actions>
        {/* A whole new page: what this one knows of the member is out of date. */}
        <Button onClick={() => window.location.assign(pathOf(partner, 'login'))}>Log in again</Button>
        <ContactSupport />
      </Actions>
    </ScreenFrame>
  );
}

function ReturnToEnrolment({ look = 'primary' }: { look?: 'primary' | 'outline' | 'link' }) {
  const partner = usePartner();
  const navigate = useNavigate();
  return (
    <Button look={look} onClick={() => void navigate(pathOf(partner, 'enrol'))}>
      {`Return to ${partner.words.Enrolment}`}
    </Button>
  );
}
