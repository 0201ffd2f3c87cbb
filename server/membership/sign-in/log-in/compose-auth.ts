import type { Auth } from '../../../../contract/sign-in.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OwnCookie } from '../../../platform/http/cookies.ts';
import type { Services } from '../../services.ts';
import { sessionCookie } from '../../sessions/session-cookie.ts';
import { endSession } from '../../sessions/sessions.ts';
import type { Asking, SiteScope } from '../../sites/site-scope.ts';
import type { Site } from '../../sites/site.ts';
import { deviceCookie } from './known-devices.ts';
import type { Arrival } from './log-in.ts';
import { welcomeMember, type Welcome } from './welcome.ts';

/** The answer to a log-in, with the cookies of our own pages. */
export interface ComposedAuth {
  auth: Auth;
  cookies: OwnCookie[];
  /** Whether the session is good for setting up a second factor alone: then the call is refused with `setupNeeded`. */
  isSetupDue: boolean;
}

/**
 * The answer to a log-in or sign-up: a token, or for our own pages an HttpOnly cookie. The session
 * that the request carried ends (OWASP ASVS 7.2.4).
 */
export async function composeAuth(
  services: Services,
  scope: SiteScope,
  request: Asking & { site: Site },
  welcome: Welcome,
): Promise<ComposedAuth> {
  const brought = scope.tokenOf(request);
  if (brought !== undefined) await endSession(services.db, request.site.id, brought);
  const auth = await welcomeMember(services, request.site, welcome);
  return addCookies(services, services.db, { scope, request, arrival: welcome.arrival, auth });
}

interface Answering {
  scope: SiteScope;
  request: Asking;
  arrival: Arrival;
  auth: Auth;
}

/** The same for an answer that is there. Reads by the given database alone, so that a dry run uses one connection. */
export async function addCookies(
  services: Services,
  db: Database,
  { scope, request, arrival: { memberId, session }, auth }: Answering,
): Promise<ComposedAuth> {
  const { isSetupDue } = session;
  if (!scope.isFromOwnPage(request)) return { auth, cookies: [], isSetupDue };
  const known = await deviceCookie(services, db, memberId);
  if (request.headers['x-session-transport'] !== 'cookie') return { auth, cookies: [known], isSetupDue };
  return { auth: { ...auth, tokens: null }, cookies: [sessionCookie(session.token), known], isSetupDue };
}
