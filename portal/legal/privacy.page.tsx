import { limits } from '../../contract/limits.ts';
import { keptDays, keptSentences } from '../../shared/retention.ts';
import { usePartner } from '../partner/partner.tsx';
import { LegalSection, LegalText } from './legal-text.tsx';

export function Component() {
  const { words } = usePartner();
  return (
    <LegalText title="Privacy">
      <LegalSection title="What we keep">
        <p>
          Your name, email address and phone number; what you answered in the eligibility check; the course and cohort
          you chose; and what you paid and when. We never see or keep your card number.
        </p>
        <p>{Object.values(keptSentences).join(' ')}</p>
      </LegalSection>
      <LegalSection title="Why we keep it">
        <p>
          To run your account, to process your {words.enrolment}, to send you codes and receipts, and to answer your
          questions.
        </p>
      </LegalSection>
      <LegalSection title="Who receives it">
        <p>
          The partner whose name is on this page, and our card provider for the payment itself. We do not sell data, and
          these pages load nothing from advertising or analytics services. We count how often each page is opened, and
          not by whom.
        </p>
      </LegalSection>
      <LegalSection title="In your browser">
        <p>
          One cookie keeps you logged in for at most {limits.sessionDays} days, another remembers for 7 days whether the
          side navigation is open. A third one shows for {keptDays.knownDevice} days that you have logged in with this
          browser, also once you have logged out: it lets you in while somebody else guesses at your password. A copy of
          your details in this browser keeps pages quick; logging out removes it.
        </p>
      </LegalSection>
      <LegalSection title="Your choices">
        <p>
          You may ask for a copy of your data, for a correction, or for its deletion. What tax law makes us keep about a
          payment stays as long as it demands.
        </p>
      </LegalSection>
    </LegalText>
  );
}
