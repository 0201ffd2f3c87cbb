import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fillSlots, siteSlots } from '../../shared/content-slots.ts';
import { findPartner, partners, type PartnerCode } from '../../shared/partners.ts';
import { portalPages } from '../../shared/portal-pages.ts';
import { isSideNavOpen } from '../../shared/side-nav.ts';
import { inWords } from '../../shared/wording.ts';
import type { AskPortalSite, PageContent, PortalSite, PublishedContent } from '../enrolment/enrolment.ts';
import { escapeHtml } from '../platform/html.ts';
import { isUnderAnotherName } from '../platform/http/own-name.ts';
import { nowherePage, ownPageHeaders } from './front-door/front-door-page.ts';
import { createDocuments, encodingFor } from './page-documents.ts';
import { fillTemplate, type BuiltPage, type BuiltPages } from './page-template.ts';
import type { Cookies } from '../platform/http/cookies.ts';
import type { Http } from '../platform/http/typed.ts';
import { Refusal } from '../platform/refusal.ts';

const builtPages = fileURLToPath(new URL('../../dist/portal/', import.meta.url));

/**
 * Content security policy: own origin only, no inline script, the inline style by its hash.
 */
const pagePolicy = (style: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    // Course outlines in a frame. On all pages, because client-side navigation keeps the first page's policy.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const knownPaths = new Set<string>([...Object.values(portalPages).map(({ path }) => path), 'index']);
/** Cache lifetimes in seconds: files with a content hash in their name are immutable; partners' drawings may change. */
const fileAges = { hashed: 31_536_000, named: 3_600 };
const hashedName = /-(?:[\w-]{7}\.js|[\w-]{8}\.\w+)(\.br|\.gz)?$/;

interface PageRoutesOptions {
  /** The origin the pages belong to. */
  appUrl: string;
  /** The path that "Return to Home" leads to from an address that belongs to no partner. */
  home: string;
  /** Whether the cookies have a session, valid or not: it selects the first screen and grants nothing. */
  hasSession: (cookies: Cookies) => boolean;
  content: PublishedContent;
  askSite: AskPortalSite;
}

/**
 * Serves the portal's pages: one template, filled per partner and page, with the status of the address. Hashed files
 * are cached for a year, pages are revalidated each time.
 *
 * @throws Error when the pages have not been built
 */
export async function pageRoutes(
  app: Http,
  { appUrl, home, hasSession, content, askSite }: PageRoutesOptions,
): Promise<void> {
  const { template, pages } = await readBuiltPages();
  // Now, while the database answers: pages are served without it from here on.
  await askSite();
  const policy = pagePolicy(/<style>(.*?)<\/style>/s.exec(template)?.[1] ?? '');
  const documentOf = createDocuments();
  await app.register(serveFiles as never, {
    root: `${builtPages}assets`,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply: FastifyReply, file: string) => void reply.header('cache-control', cacheRule(file)),
  });
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /dev/\n'));
  app.get('/*', async (request, reply) => {
    const asked = findPage(request.url);
    // Content negotiation: browsers get the 404 page, programs the JSON error.
    if (!asked.isKnown && !(request.headers.accept ?? '').includes('text/html')) throw new Refusal('not-found');
    if (!asked.code) return reply.status(404).headers(ownPageHeaders).send(nowherePage(home));
    if (asked.isKnown && isUnderAnotherName(request, appUrl)) return reply.redirect(appUrl + request.url);
    const page = pages[asked.name];
    const token = previewTokenIn(request.url);
    if (token !== undefined) return sendPreview(reply, { ...asked, code: asked.code }, token);
    const [{ tag, differing, modules }, site] = await Promise.all([content.ofPartner(asked.code), askSite()]);
    const isRendered = page?.content !== undefined && isFor(page.content.for, request);
    const isVisitor = !hasSession(request.cookies);
    const fill = () => {
      const rendered = isRendered
        ? { content: fillScreen(page.content!, asked.code!, { modules, site }) }
        : { content: undefined };
      const sent = { differing, isPreview: false };
      return fillTemplate(template, asked.code, site, page && { ...page, isVisitor, ...rendered, sent });
    };
    const version = `${tag} ${site.publicKey} ${site.passwordMinLength}`;
    const document = await documentOf(`${asked.name} ${isRendered} ${isVisitor}`, fill, version);
    reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      vary: 'accept-encoding, cookie',
      etag: document.tag,
    });
    if (asked.isKnown && request.headers['if-none-match'] === document.tag) return reply.status(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .status(asked.isKnown ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(document[encoding ?? 'plain']);
  });

  /** A partner's page with the draft that a preview's link is for. The link stands in the address, so nothing keeps it. */
  async function sendPreview(reply: FastifyReply, asked: AskedPage & { code: PartnerCode }, token: string) {
    const drafted = asked.isKnown ? await content.ofPreview(asked.code, token) : undefined;
    const site = await askSite();
    if (!drafted) return reply.status(404).headers(ownPageHeaders).send(nowherePage(home));
    const sent = { differing: drafted.differing, isPreview: true };
    return reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(fillTemplate(template, asked.code, site, { ...pages[asked.name], content: undefined, sent }));
  }

  /** Whether a first screen matches the request's session and remembered layout. */
  function isFor(audience: 'visitors' | 'members', { cookies, headers }: FastifyRequest): boolean {
    return hasSession(cookies) === (audience === 'members') && isSideNavOpen(headers.cookie ?? '');
  }
}

async function readBuiltPages(): Promise<BuiltPages> {
  const file = await readFile(`${builtPages}pages.json`, 'utf8').catch((error: unknown) => {
    throw new Error('The pages are not built yet. `npm start` builds them; so does `npm run build`.', { cause: error });
  });
  return JSON.parse(file) as BuiltPages;
}

/** Puts the published texts into a prerendered first screen, in the partner's words, and what the site has settled. */
function fillScreen(
  { html, ...screen }: NonNullable<BuiltPage['content']>,
  code: PartnerCode,
  { modules, site }: { modules: PageContent['modules']; site: PortalSite },
): NonNullable<BuiltPage['content']> {
  const textOf = (excerpt: string, key: string) => {
    if (excerpt === siteSlots) {
      const value = (site as Partial<PortalSite>)[key as keyof PortalSite];
      return value === undefined ? undefined : escapeHtml(String(value));
    }
    const text = modules[excerpt]?.[key];
    return typeof text === 'string' ? escapeHtml(inWords(text, partners[code])) : undefined;
  };
  return { ...screen, html: fillSlots(html, textOf) };
}

const previewTokenIn = (url: string): string | undefined =>
  new URLSearchParams(url.split('?')[1]).get('preview') ?? undefined;

interface AskedPage {
  isKnown: boolean;
  code: PartnerCode | undefined;
  name: string;
}

/** Resolves an address to a page; an unknown one to its partner's 404 page. */
function findPage(url: string): AskedPage {
  const [first, ...rest] = url.split(/[?#]/)[0]!.split('/').slice(1);
  const code = findPartner(first)?.code;
  const path = rest.join('/').replace(/\/$/, '');
  const isKnown = code !== undefined && knownPaths.has(path);
  return { isKnown, code, name: isKnown ? `/${code}/${path}` : `${code} without a page` };
}

const cacheRule = (file: string): string =>
  hashedName.test(file) ? `public, max-age=${fileAges.hashed}, immutable` : `public, max-age=${fileAges.named}`;
