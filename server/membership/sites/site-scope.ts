import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readSessionCookie } from '../sessions/session-cookie.ts';
import { findSession, type Session } from '../sessions/sessions.ts';
import { findView, isViewToken, type StaffGrants } from '../views/views.ts';
import { acceptsOrigin, type Site } from './site.ts';
import type { Sites } from './sites.ts';
import { writesPerMember } from '../../../contract/call.ts';

/** The parts of a request that identify site and member. */
export interface Asking {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Cookies;
}

/** Finds the site and the member of a request. */
export interface SiteScope {
  /** The site of the request's key, where key and app id belong together. */
  findSite(request: Asking): Promise<Site | undefined>;
  /** Whether pages of this origin may read answers of the site (CORS); without a site, of any site. */
  isAccepted(origin: string, site: Site | undefined): Promise<boolean>;
  /** Refuses requests from pages of other sites (CSRF). @throws Refusal origin-not-allowed */
  requireOwnPage(request: Asking, site: Site): void;
  /** The session of a request, or undefined for a visitor. */
  findSession(request: Asking & { site: Site }): Promise<Session | undefined>;
  /** @throws Refusal login-required */
  requireMember(request: Asking & { site: Site }): Promise<Session>;
  /** Whether a request carries the bearer of a view of staff, good or not, which changes nothing. */
  isInView(request: Asking): boolean;
  /** Counts one change by a call without a limit of its own. @throws Refusal too-many-requests */
  countWrite(session: Session): Promise<void>;
  /** The request's session token: bearer token, or cookie where it may be used. */
  tokenOf(request: Asking): string | undefined;
  /** Whether a request carries its session in the cookie of our own pages, which no script may read. */
  isByCookie(request: Asking): boolean;
  /** Whether a request comes from one of our own pages, which keep their session in a cookie. */
  isFromOwnPage(request: Asking): boolean;
}

const safeMethods = new Set(['GET', 'HEAD']);

/** Builds the look-up of sites and members for requests. */
export function createSiteScope({ db, appUrl, limits }: Platform, sites: Sites, staffGrants?: StaffGrants): SiteScope {
  const isFromOwnPage = ({ headers }: Asking) => headers.origin === appUrl;

  /**
   * A bearer token, or the cookie. The cookie is used on our own pages only (CSRF): browsers send it by themselves, so a
   * request that changes something must also have our `Origin`. Reading requests of our pages have none.
   */
  function tokenOf(request: Asking): string | undefined {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return bearer;
    const { origin } = request.headers;
    const reads = safeMethods.has(request.method) && origin === undefined;
    const cookie = reads || isFromOwnPage(request) ? readSessionCookie(appUrl, request.cookies) : undefined;
    // A view is a bearer alone: it stands in one tab, and writes are refused by it.
    return cookie !== undefined && isViewToken(cookie) ? undefined : cookie;
  }

  async function findOwnSession(request: Asking & { site: Site }): Promise<Session | undefined> {
    const token = tokenOf(request);
    if (token === undefined) return undefined;
    const siteId = request.site.id;
    return isViewToken(token) ? findView({ db, staffGrants }, siteId, token) : findSession(db, siteId, token);
  }

  return {
    async findSite({ headers }) {
      const key = first(headers['x-api-key']);
      const appId = first(headers['x-app-id']);
      const site = key === undefined ? undefined : await sites.findByKey(key);
      return site && (appId === undefined || appId === site.id) ? site : undefined;
    },
    isAccepted: async (origin, site) => (site ? acceptsOrigin(site, origin, appUrl) : sites.isKnownOrigin(origin)),
    requireOwnPage({ method, headers }, site) {
      const { origin } = headers;
      const isForeign = origin !== undefined && !acceptsOrigin(site, origin, appUrl);
      // A browser without an `Origin` header still sends `Sec-Fetch-Site`.
      const isHidden = origin === undefined && headers['sec-fetch-site'] === 'cross-site';
      if (isForeign || (isHidden && !safeMethods.has(method))) throw new Refusal('origin-not-allowed');
    },
    async findSession(request) {
      const session = await findOwnSession(request);
      // A session that has to set up a second factor first shows no more than a visitor sees.
      return session?.isSetupDue ? undefined : session;
    },
    async requireMember(request) {
      const session = await findOwnSession(request);
      if (!session) throw new Refusal('login-required');
      return session;
    },
    isInView: (request) => isViewToken(bearerOf(request) ?? ''),
    countWrite: ({ memberId }) => limits.take(writesPerMember, memberId),
    tokenOf,
    isByCookie: (request) => bearerOf(request) === undefined && tokenOf(request) !== undefined,
    isFromOwnPage,
  };
}

const bearerOf = ({ headers }: Asking) => /^Bearer ([\w.~+/=-]{1,512})$/i.exec(headers.authorization ?? '')?.[1];
const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
