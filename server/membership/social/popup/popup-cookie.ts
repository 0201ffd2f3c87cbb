/**
 * What binds a popup to its browser: a cookie for each, so that two at once do not put each other out. Lax, since the
 * provider leads back from another site.
 */
const isSecure = (appUrl: string) => appUrl.startsWith('https://');
/** Over https the name binds it to this host; without, browsers would refuse that name. */
const nameFor = (appUrl: string, state: string) =>
  `${isSecure(appUrl) ? '__Host-' : ''}intake-popup-${state.slice(0, 12)}`;

const lifetimeSeconds = 600;

/** The browser's secret for a state, in a Cookie header. */
export function readPopupCookie(appUrl: string, state: string, header: string | undefined): string | undefined {
  const prefix = `${nameFor(appUrl, state)}=`;
  const found = (header ?? '').split(';').find((pair) => pair.trim().startsWith(prefix));
  return found?.trim().slice(prefix.length) || undefined;
}

/** The Set-Cookie value that keeps a browser's secret, or removes it where there is none. */
export function popupCookie(appUrl: string, state: string, browserSecret: string | undefined): string {
  const seconds = browserSecret === undefined ? 0 : lifetimeSeconds;
  const parts = [
    `${nameFor(appUrl, state)}=${browserSecret ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${seconds}`,
  ];
  if (isSecure(appUrl)) parts.push('Secure');
  return parts.join('; ');
}
