import { usePartner } from '../partner/partner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LegalSection, LegalText } from './legal-text.tsx';

export function Component() {
  const { code, words, mainWebsite, supportEmail } = usePartner();
  const name = code.toUpperCase();
  return (
    <LegalText title="Accessibility">
      <LegalSection title="What we aim for">
        <p>
          This statement is about the {words.enrolment} portal of {name}. Everyone should be able to {words.enrol} here
          without help. We build to level AA of the Web Content Accessibility Guidelines (WCAG) 2.2 and check pages
          against them with automated tests (axe) before they are published.
        </p>
      </LegalSection>
      <LegalSection title="What you can rely on">
        <ul className="list-disc space-y-1 pl-6">
          <li>
            You can register, check that you are eligible, {words.enrol}, pay and log in with the keyboard alone; tests
            do so before each release. The other pages are made of the same parts.
          </li>
          <li>Text can be enlarged to 400% and set with wider spacing, and the pages fit a screen 320 pixels wide.</li>
          <li>With colours of your own (high contrast on Windows) every state still shows, by an edge or a sign.</li>
          <li>Every state is told by words or a sign, never by a tint alone.</li>
          <li>Movement stops when your device asks for less of it.</li>
          <li>When the time to pay runs out nothing is lost: one press gives you time again.</li>
        </ul>
      </LegalSection>
      <LegalSection title="What does not work, or is not checked yet">
        <ul className="list-disc space-y-1 pl-6">
          <li>
            We have not tested yet with real screen readers, and nobody from outside has assessed the portal. Automated
            tests find only part of what can be wrong.
          </li>
          <li>
            Course outlines are tagged PDFs, shown in your browser’s own viewer. Some viewers on phones show none, and
            some do not read tags; the outline can be downloaded instead, and the course pages describe the same courses
            as text.
          </li>
          <li>The pages of our card provider are not ours; they follow its own accessibility statement.</li>
        </ul>
      </LegalSection>
      <LegalSection title="If something stands in your way">
        <p>
          Write to <TextLink to={`mailto:${supportEmail}`}>{supportEmail}</TextLink> and tell us which page it was and
          what you use. We will help you finish in another way and repair the page.
        </p>
        <p>
          If our answer does not help, you can complain to {name} itself:{' '}
          <TextLink to={mainWebsite}>the main website of {name}</TextLink>.
        </p>
      </LegalSection>
    </LegalText>
  );
}
