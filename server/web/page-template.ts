import { limits } from '../../contract/limits.ts';
import { defaultPartner, findPartner, partners, partnerTitle } from '../../shared/partners.ts';
import type { PortalSite } from '../enrolment/enrolment.ts';
import { escapeHtml } from '../platform/html.ts';

/** The build's data of a page. */
export interface BuiltPage {
  title: string;
  description: string;
  /** Its prerendered first screen for visitors or members, shown before the session is known. */
  content?: { for: 'visitors' | 'members'; html: string };
  /** Addresses of its scripts. */
  preloads: string[];
}

/** What is published besides the build's content, as the portal's `partner/published.ts` reads it. */
export interface SentContent {
  /** Modules with the fields that differ from the build's. */
  differing: Readonly<Record<string, unknown>>;
  isPreview: boolean;
}

/** A page for one request: its first screen depends on whether the request has a session. */
export type SentPage = Partial<BuiltPage> & { isVisitor?: boolean; sent?: SentContent };

/** The build's output for the server. */
export interface BuiltPages {
  template: string;
  /** By path: `/uts/login`. */
  pages: Record<string, BuiltPage>;
}

// A placeholder for the top bar, so that the first paint has no layout shift.
const emptyRoot = (isVisitor: boolean, sent: string) =>
  `<div id="root"${isVisitor ? ' data-visitor' : ''}${sent}><div class="h-16 bg-deep"></div></div>`;

/**
 * The portal's one page under a partner's name, colours and language.
 *
 * @param template `portal/index.html`, built or as it stands
 * @param code the partner's, from the address; any other value gives the 404 page
 * @param site whose public key the page names in its calls, and whose rule for passwords it tells
 * @param page the build's data of the page; without it the browser renders everything
 */
export function fillTemplate(template: string, code: string | undefined, site: PortalSite, page?: SentPage): string {
  const partner = findPartner(code);
  const shown = partner ?? partners[defaultPartner];
  const title = partner ? partnerTitle(partner) : 'Page Not Found';
  const sent = writeRule(site) + (page?.sent ? writeContent(page.sent) : '');
  const values: Record<string, string> = {
    lang: partner?.languageTag ?? 'en',
    title: escapeHtml(page?.title ?? title),
    description: escapeHtml(page?.description ?? title),
    partner: shown.code,
    favicon: `/assets/favicon-${shown.code}.svg`,
    key: escapeHtml(site.publicKey),
    root: page?.content
      ? `<div id="root" data-rendered="${page.content.for}"${sent}>${page.content.html}</div>`
      : emptyRoot(page?.isVisitor ?? false, sent),
    preloads: [...(page?.sent?.isPreview ? [previewBar] : []), ...(page?.preloads ?? []).map(preload)].join('\n    '),
  };
  return template.replace(
    /%(lang|title|description|partner|favicon|key|root|preloads)%/g,
    (_, name: string) => values[name]!,
  );
}

/** As content, only where it differs from what the build knows. */
const writeRule = ({ passwordMinLength }: PortalSite): string =>
  passwordMinLength === limits.passwordMinLength ? '' : ` data-password="${passwordMinLength}"`;

/** As attributes of the root: a script would need an exception from the content security policy. */
function writeContent({ differing, isPreview }: SentContent): string {
  const content = Object.keys(differing).length === 0 ? '' : ` data-content="${escapeHtml(JSON.stringify(differing))}"`;
  return isPreview ? `${content} data-preview="draft"` : content;
}

const previewBar =
  '<p class="fixed inset-x-0 bottom-0 z-40 bg-accent px-4 py-2 text-center font-semibold text-accent-ink">Preview of a draft. Students do not see it.</p>';

const preload = (url: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${url}">`;
