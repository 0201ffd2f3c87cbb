import figures from 'content:figures';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { LegalSection, LegalText } from './legal-text.tsx';

export function Component() {
  const partner = usePartner();
  const { words } = partner;
  const { minimumAge, switchWeeks, missedSessionsPercent } = figures.rules;
  return (
    <LegalText title="Terms & Conditions">
      <LegalSection title="Who can join">
        <p>
          You must be {minimumAge} or older to {words.enrol}. You confirm this when you create your account.
        </p>
        <p>
          The account is yours alone. Please keep your password to yourself and tell us if somebody else may know it.
        </p>
      </LegalSection>
      <LegalSection title={`Your ${words.enrolment}`}>
        <p>
          The eligibility check tells you whether you can {words.enrol} directly. You then choose a course and a cohort
          and pay in full or by deposit.
        </p>
        <p>
          Your seat is kept for a short time while you pay, and is yours once the payment is confirmed. If a cohort
          fills before your payment arrives, we offer you another one or all of your money back.
        </p>
      </LegalSection>
      <LegalSection title="Prices and payment">
        <p>
          All prices are in New Zealand dollars (NZ$). Card details are entered on the page of our card provider and
          never reach us. A deposit secures your seat and leaves a balance, which your receipt states.
        </p>
      </LegalSection>
      <LegalSection title="Fees and your rights">
        <p>
          Fees are non-refundable, with the exceptions in the{' '}
          <TextLink to={pathOf(partner, 'refunds')}>refund policy</TextLink>.
        </p>
        <p>
          <strong className="font-semibold">Your statutory rights are not affected.</strong> Where the consumer law of
          your country gives you more than these terms, the law applies.
        </p>
      </LegalSection>
      <LegalSection title="During the course">
        <p>
          You can switch between full-time and part-time study within the first {switchWeeks} weeks. Missing more than{' '}
          {missedSessionsPercent}% of the sessions may affect your graduation.
        </p>
      </LegalSection>
    </LegalText>
  );
}
