const name = 'sidebar_state';
const cookieSeconds = 7 * 24 * 60 * 60;

/** Over https bound to this host (OWASP ASVS 3.3.1); over http browsers refuse a name with that prefix. */
const secureName = `__Host-${name}`;

/**
 * The cookie that keeps whether the side navigation is open; the server reads it to render the page in that state.
 *
 * @param protocol of the page, `https:` say
 * @returns what a script gives `document.cookie`
 */
export const sideNavCookie = (isOpen: boolean, protocol: string): string =>
  `${protocol === 'https:' ? secureName : name}=${isOpen}; path=/; max-age=${cookieSeconds}; SameSite=Lax${
    protocol === 'https:' ? '; Secure' : ''
  }`;

/**
 * Whether the side navigation is open; yes unless the cookie says no.
 *
 * @param cookies a Cookie header, or a document's cookies
 */
export const isSideNavOpen = (cookies: string): boolean =>
  !cookies.split('; ').some((each) => each === `${name}=false` || each === `${secureName}=false`);
