import { limits } from '../../contract/limits.ts';
import { usePartner } from '../partner/partner.tsx';
import { LegalSection, LegalText } from './legal-text.tsx';

export function Component() {
  const { words } = usePartner();
  return (
    <LegalText title="Refund policy">
      <LegalSection title="The rule">
        <p>
          The fees for your {words.program} are non-refundable. You accept this before you pay, separately for each way
          to pay.
        </p>
        <p>
          <strong className="font-semibold">Your statutory rights are not affected.</strong> Where the law of your
          country lets you withdraw or gives you a refund, it comes before this rule.
        </p>
      </LegalSection>
      <LegalSection title="When you get all of your money back">
        <ul className="list-disc space-y-1 pl-6">
          <li>
            The cohort filled before your payment arrived, and you do not want another one. If you do not choose, we
            refund you by ourselves after {limits.unseatedRefundHours} hours.
          </li>
          <li>We cancel the cohort.</li>
          <li>We set or move the first day of the cohort, and you do not agree to it by the date in our mail.</li>
          <li>You were charged twice, or another amount than the one shown.</li>
        </ul>
      </LegalSection>
      <LegalSection title="How it is paid">
        <p>To the card you paid with. Most banks show it within 5 to 10 working days.</p>
      </LegalSection>
    </LegalText>
  );
}
