import figures from 'content:figures';
import type { ReactNode } from 'react';
import { usePartner } from '../partner/partner.tsx';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';

// All four texts of this folder say what the product does today. They are for legal review before a partner goes live.

/** The common form of the legal texts: heading, standing, sections, where to ask. */
export function LegalText({ title, children }: { title: string; children: ReactNode }) {
  const { supportEmail } = usePartner();
  return (
    <Page width="prose">
      <article className="space-y-8">
        <header>
          <h1>{title}</h1>
          <p className="mt-2 text-sm text-muted">Draft for legal review</p>
        </header>
        {children}
        <LegalSection title="Questions">
          <p>
            Write to <TextLink to={`mailto:${supportEmail}`}>{supportEmail}</TextLink>. We answer within{' '}
            {figures.rules.supportReplyHours} hours.
          </p>
        </LegalSection>
      </article>
    </Page>
  );
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="text-h3">{title}</h2>
      {children}
    </section>
  );
}
