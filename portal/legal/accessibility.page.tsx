import { usePartner } from '../partner/partner.tsx';
import { LegalSection, LegalText } from './legal-text.tsx';

export function Component() {
  const { words } = usePartner();
  return (
    <LegalText title="Accessibility">
      <LegalSection title="What we aim for">
        <p>
          Everyone should be able to {words.enrol} here without help. We build to level AA of the Web Content
          Accessibility Guidelines (WCAG) 2.2 and check each page against them with automated tests before it is
          published.
        </p>
      </LegalSection>
      <LegalSection title="What you can rely on">
        <ul className="list-disc space-y-1 pl-6">
          <li>Every page works with the keyboard alone.</li>
          <li>Text can be enlarged to 400% and the pages fit a screen 320 pixels wide.</li>
          <li>Colour is never the only sign of anything.</li>
          <li>Movement stops when your device asks for less of it.</li>
          <li>The time to pay can be extended.</li>
        </ul>
      </LegalSection>
      <LegalSection title="What is not checked yet">
        <p>The pages of our card provider are not ours; they follow its own accessibility statement.</p>
      </LegalSection>
      <LegalSection title="If something stands in your way">
        <p>Tell us which page it was and what you use. We will help you finish in another way and repair the page.</p>
      </LegalSection>
    </LegalText>
  );
}
