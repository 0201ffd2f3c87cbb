import { defaultPartner, findPartner, partners, partnerTitle } from '../contract/partners.ts';
import { escapeHtml } from './platform/html.ts';

/** The key of the portal's own site, put into its pages. */
const portalKey = 'pk_sb_enrolment';

/**
 * The portal's one page under a partner's name, colours and language.
 *
 * @param template `portal/index.html`, built or as it stands
 * @param code the partner's, from the address; anything else makes the page that says "not found"
 */
export function fillTemplate(template: string, code: string | undefined): string {
  const partner = findPartner(code);
  const shown = partner ?? partners[defaultPartner];
  const values: Record<string, string> = {
    lang: partner?.languageTag ?? 'en',
    title: partner ? partnerTitle(partner) : 'Page Not Found',
    partner: shown.code,
    favicon: `/assets/favicon-${shown.code}.svg`,
    key: portalKey,
  };
  return template.replace(/%(lang|title|partner|favicon|key)%/g, (_, name: string) => escapeHtml(values[name]!));
}
