const isSecure = (appUrl: string) => appUrl.startsWith('https://');

/** A cookie of our own pages: its name over https, which binds it to this host, and where browsers refuse that name. */
export interface CookieName {
  secure: `__Host-${string}`;
  plain: string;
}

const nameFor = (appUrl: string, name: CookieName) => (isSecure(appUrl) ? name.secure : name.plain);

/** The value of a cookie in a Cookie header. */
export function readCookie(appUrl: string, name: CookieName, header: string | undefined): string | undefined {
  const prefix = `${nameFor(appUrl, name)}=`;
  const found = (header ?? '').split(';').find((pair) => pair.trim().startsWith(prefix));
  return found?.trim().slice(prefix.length) || undefined;
}

/**
 * A Set-Cookie value: no script reads the cookie, no foreign page sends it along.
 *
 * @param cookie without a value it is removed
 */
export function formatCookie(
  appUrl: string,
  name: CookieName,
  { value, seconds }: { value: string | undefined; seconds: number },
): string {
  const parts = [
    `${nameFor(appUrl, name)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${value === undefined ? 0 : seconds}`,
  ];
  if (isSecure(appUrl)) parts.push('Secure');
  return parts.join('; ');
}
