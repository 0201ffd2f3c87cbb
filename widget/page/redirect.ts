/** Where people are sent. An address in the page may be anybody's text: it leads within the site, or nowhere. */

const read = (address: string | null | undefined): string =>
  address && URL.canParse(address, location.href) ? new URL(address, location.href).href : '';

/** @returns the address on this origin, undefined for anything else */
export function onSite(address: string | null | undefined): string | undefined {
  const href = read(address);
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
