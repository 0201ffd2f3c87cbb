import { usePartner } from '../partner/partner.tsx';
import { LegalSection, LegalText } from './legal-text.tsx';

export function Component() {
  const { words } = usePartner();
  return (
    <LegalText title="Accessibility">
      <LegalSection title="What we aim for">
        <p>
          Everyone should be able to {words.enrol} here without help. We build to level AA of the Web Content
          Accessibility Guidelines (WCAG) 2.2 and check pages against them with automated tests (axe) before they are
          published.
        </p>
      </LegalSection>
      <LegalSection title="What you can rely on">
        <ul className="list-disc space-y-1 pl-6">
          <li>Every page works with the keyboard alone.</li>
          <li>Text can be enlarged to 400% and the pages fit a screen 320 pixels wide.</li>
          <li>Colour is never the only sign of anything.</li>
          <li>Movement stops when your device asks for less of it.</li>
          <li>When the time to pay runs out nothing is lost: one press gives you time again.</li>
        </ul>
      </LegalSection>
      <LegalSection title="What is not checked yet">
        <p>We have not tested yet with real screen readers. Automated tests find only part of what can be wrong.</p>
        <p>The pages of our card provider are not ours; they follow its own accessibility statement.</p>
      </LegalSection>
      <LegalSection title="If something stands in your way">
        <p>Tell us which page it was and what you use. We will help you finish in another way and repair the page.</p>
      </LegalSection>
    </LegalText>
  );
}
