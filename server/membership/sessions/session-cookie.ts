import { limits } from '../../../contract/limits.ts';
import { readCookie, type Cookies, type OwnCookie } from '../../platform/http/cookies.ts';

/** The cookie that carries a session on our own pages. */
const name = { secure: '__Host-intake', plain: 'intake_session' } as const;
const seconds = limits.sessionDays * 24 * 60 * 60;

/** The session token among the cookies of a request. */
export const readSessionCookie = (appUrl: string, cookies: Cookies): string | undefined =>
  readCookie(appUrl, name, cookies);

/** The cookie that keeps a session's token; without a token it removes the cookie. */
export const sessionCookie = (token: string | undefined): OwnCookie => ({ name, value: token, seconds });
