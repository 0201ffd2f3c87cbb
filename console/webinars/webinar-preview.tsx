import { useState } from 'react';
import { defaultPartner, findPartner, partners } from '../../shared/partners.ts';
import { inWords } from '../../shared/wording.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';

/** The texts of a webinar that students read. */
export interface PreviewedTexts {
  title: string;
  description: string;
  host: string;
}

interface WebinarPreviewProps {
  texts: PreviewedTexts;
  partner: string | null;
  className?: string;
}

/** What a partner's students read; of one for all partners in the words of each. */
export function WebinarPreview({ texts, partner, className }: WebinarPreviewProps) {
  const choices = usePartnerChoices();
  const [chosen, setChosen] = useState<string>(choices[0]?.value ?? defaultPartner);
  const shown = findPartner(partner ?? chosen) ?? partners[defaultPartner];
  const { title, description, host } = inWords(texts, shown);
  return (
    <section aria-label="Preview" className={className}>
      <h2>What students read</h2>
      {partner === null && (
        <SelectField
          className="mt-3"
          label="In the words of"
          name="preview"
          options={choices}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <article className="mt-3 rounded-xl border border-line bg-white p-5 wrap-anywhere">
        <h3 className="font-semibold">{title || 'The title'}</h3>
        <p className="mt-2 whitespace-pre-line">{description || 'What it is about.'}</p>
        <p className="mt-3 text-sm text-muted">{host || 'The host'}</p>
      </article>
    </section>
  );
}
