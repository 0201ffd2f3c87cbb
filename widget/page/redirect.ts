import type { KeptName } from '../../client/storage.ts';
import { currentPage } from '../../shared/current-page.ts';

/** Redirect targets. An address in the page is untrusted input: only one within the site is followed (open redirect). */

const read = (address: string | null | undefined): string =>
  address && URL.canParse(address, location.href) ? new URL(address, location.href).href : '';

/** @returns the address on this origin, this page for the word of the original page library; undefined for anything else */
export function onSite(address: string | null | undefined): string | undefined {
  const href = address === currentPage ? location.href : read(address);
  return href.startsWith(`${location.origin}/`) ? href : undefined;
}

/** What the site's own settings say may also lead to another https site. */
export function bySettings(address: string | null | undefined): string | undefined {
  const href = read(address);
  return onSite(address) ?? (href.startsWith('https:') ? href : undefined);
}

/** Goes there, unless the page is there already. @returns whether it went */
export function goTo(address: string | undefined): boolean {
  if (!address || address === location.href) return false;
  location.assign(address);
  return true;
}

/** Holds the address of the gated page that sent the visitor away last, until they sign in. */
export const sentFromKey: KeptName = 'ms_from';
