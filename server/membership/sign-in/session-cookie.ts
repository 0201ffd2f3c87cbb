import { limits } from '../../../contract/limits.ts';

/**
 * The cookie that carries a session on our own pages: no script can read it, no foreign page can use it.
 * Over https its name binds it to this host; without, browsers would refuse that name.
 */
const isSecure = (appUrl: string) => appUrl.startsWith('https://');
const nameFor = (appUrl: string) => (isSecure(appUrl) ? '__Host-intake' : 'intake_session');

/** The session token in a Cookie header. */
export function readSessionCookie(appUrl: string, header: string | undefined): string | undefined {
  const prefix = `${nameFor(appUrl)}=`;
  const found = (header ?? '').split(';').find((pair) => pair.trim().startsWith(prefix));
  return found?.trim().slice(prefix.length) || undefined;
}

/** The Set-Cookie value that keeps a session's token, or removes it where there is none. */
export function sessionCookie(appUrl: string, token: string | undefined): string {
  const seconds = token === undefined ? 0 : limits.sessionDays * 24 * 60 * 60;
  const parts = [`${nameFor(appUrl)}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${seconds}`];
  if (isSecure(appUrl)) parts.push('Secure');
  return parts.join('; ');
}
