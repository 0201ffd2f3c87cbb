import { limits } from '../../../contract/limits.ts';
import { formatCookie, readCookie } from '../../platform/http/cookies.ts';

/** The cookie that carries a session on our own pages. */
const name = { secure: '__Host-intake', plain: 'intake_session' } as const;
const seconds = limits.sessionDays * 24 * 60 * 60;

/** The session token in a Cookie header. */
export const readSessionCookie = (appUrl: string, header: string | undefined): string | undefined =>
  readCookie(appUrl, name, header);

/** The Set-Cookie value that keeps a session's token, or removes it where there is none. */
export const sessionCookie = (appUrl: string, token: string | undefined): string =>
  formatCookie(appUrl, name, { value: token, seconds });
