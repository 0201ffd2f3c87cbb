/** Keeps for a browser whether the side navigation is open; the server reads it to send a page in that shape. */
export const sideNavCookie = 'sidebar_state';

/**
 * Open unless the cookie says otherwise.
 *
 * @param cookies a Cookie header, or a document's cookies
 */
export function isSideNavOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${sideNavCookie}=false`);
}
