import { defaultPartner, findPartner, partners, partnerTitle } from '../../shared/partners.ts';
import { escapeHtml } from '../platform/html.ts';

/** The key of the portal's own site, put into its pages. */
const portalKey = 'pk_sb_enrolment';

/** What the build says of a page. */
export interface BuiltPage {
  title: string;
  description: string;
  /** Its first screen, as visitors or members see it before it is known who they are. */
  content?: { for: 'visitors' | 'members'; html: string };
  /** Addresses of its scripts. */
  preloads: string[];
}

/** A page for somebody: what they see of it first depends on whether they bring a session. */
export type SentPage = Partial<BuiltPage> & { isVisitor?: boolean };

/** What the build leaves for the server. */
export interface BuiltPages {
  template: string;
  /** By path: `/uts/login`. */
  pages: Record<string, BuiltPage>;
}

// Stands where the top bar will stand, so that the first paint is already the page's frame.
const emptyRoot = (isVisitor: boolean) =>
  `<div id="root"${isVisitor ? ' data-visitor' : ''}><div class="h-16 bg-deep"></div></div>`;

/**
 * The portal's one page under a partner's name, colours and language.
 *
 * @param template `portal/index.html`, built or as it stands
 * @param code the partner's, from the address; anything else makes the page that says "not found"
 * @param page what the build says of the page; without it the browser draws everything
 */
export function fillTemplate(template: string, code: string | undefined, page?: SentPage): string {
  const partner = findPartner(code);
  const shown = partner ?? partners[defaultPartner];
  const title = partner ? partnerTitle(partner) : 'Page Not Found';
  const values: Record<string, string> = {
    lang: partner?.languageTag ?? 'en',
    title: escapeHtml(page?.title ?? title),
    description: escapeHtml(page?.description ?? title),
    partner: shown.code,
    favicon: `/assets/favicon-${shown.code}.svg`,
    key: portalKey,
    root: page?.content
      ? `<div id="root" data-rendered="${page.content.for}">${page.content.html}</div>`
      : emptyRoot(page?.isVisitor ?? false),
    preloads: (page?.preloads ?? []).map(preload).join('\n    '),
  };
  return template.replace(
    /%(lang|title|description|partner|favicon|key|root|preloads)%/g,
    (_, name: string) => values[name]!,
  );
}

const preload = (url: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${url}">`;
