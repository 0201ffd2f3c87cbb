import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readSessionCookie } from '../sessions/session-cookie.ts';
import { findSession, type Session } from '../sessions/sessions.ts';
import { acceptsOrigin, type Site } from './site.ts';
import type { Sites } from './sites.ts';
import { writesPerMember } from '../../../contract/call.ts';

/** What of a request tells whose it is. */
export interface Asking {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Cookies;
}

/** The ways from a request to its site and its member. */
export interface SiteScope {
  /** The site of the request's key, where key and app id belong together. */
  findSite(request: Asking): Promise<Site | undefined>;
  /** Whether pages of this origin may read answers of the site; without a site, of any. */
  isAccepted(origin: string, site: Site | undefined): Promise<boolean>;
  /** @throws Refusal origin-not-allowed for a page that is not the site's */
  requireOwnPage(request: Asking, site: Site): void;
  /** The session of a request, or undefined for a visitor. */
  findSession(request: Asking & { site: Site }): Promise<Session | undefined>;
  /** @throws Refusal login-required */
  requireMember(request: Asking & { site: Site }): Promise<Session>;
  /** Counts one change by a call without a limit of its own. @throws Refusal too-many-requests */
  countWrite(session: Session): Promise<void>;
  /** The token a request carries, if it may be used at all. */
  tokenOf(request: Asking): string | undefined;
  /** Whether a request comes from one of our own pages, which keep their session in a cookie. */
  isFromOwnPage(request: Asking): boolean;
}

const safeMethods = new Set(['GET', 'HEAD']);

export function createSiteScope({ db, appUrl, limits }: Platform, sites: Sites): SiteScope {
  const isFromOwnPage = ({ headers }: Asking) => headers.origin === appUrl;

  /**
   * A bearer token, or the cookie. The cookie counts on our own pages only: browsers send it of their own accord,
   * so a request that changes something must also name our origin. Reading requests of our pages carry no origin.
   */
  function tokenOf(request: Asking): string | undefined {
    const { authorization = '', origin } = request.headers;
    const bearer = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1];
    if (bearer !== undefined) return bearer;
    const reads = safeMethods.has(request.method) && origin === undefined;
    return reads || isFromOwnPage(request) ? readSessionCookie(appUrl, request.cookies) : undefined;
  }

  async function findOwnSession(request: Asking & { site: Site }): Promise<Session | undefined> {
    const token = tokenOf(request);
    return token === undefined ? undefined : findSession(db, request.site.id, token);
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
      // A browser that hides the origin still says that the request crosses sites.
      const isHidden = origin === undefined && headers['sec-fetch-site'] === 'cross-site';
      if (isForeign || (isHidden && !safeMethods.has(method))) throw new Refusal('origin-not-allowed');
    },
    findSession: findOwnSession,
    async requireMember(request) {
      const session = await findOwnSession(request);
      if (!session) throw new Refusal('login-required');
      return session;
    },
    countWrite: ({ memberId }) => limits.take(writesPerMember, memberId),
    tokenOf,
    isFromOwnPage,
  };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
