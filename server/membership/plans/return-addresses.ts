import { Refusal } from '../../platform/refusal.ts';
import { acceptsOrigin, type Site } from '../sites/site.ts';

/** Where a request to pay comes from. */
export interface Departure {
  site: Site;
  /** Our own origin. */
  appUrl: string;
  /** The `Origin` of the request; none for a program. */
  origin: string | undefined;
  /** The page, as it names itself. */
  originUrl: string | null | undefined;
}

/**
 * The page a member comes from and goes back to unless told otherwise.
 *
 * @throws Refusal url-not-allowed for one that is not of the site, or where there is none to go back to
 */
function departurePage({ site, appUrl, origin, originUrl }: Departure): string {
  const page = originUrl ?? origin ?? (site.ownPages ? appUrl : site.origins[0]);
  if (page === undefined) throw new Refusal('url-not-allowed');
  return requireOwn({ site, appUrl }, page);
}

/**
 * An address to return to.
 *
 * @param given as the page sent it; a path is one of the page's own origin
 * @throws Refusal url-not-allowed for an address that is not of the site
 */
export function returnAddress(departure: Departure, given: string | null | undefined): string {
  const page = departurePage(departure);
  if (given == null || given === '') return page;
  return requireOwn(departure, given.startsWith('/') ? new URL(page).origin + given : given);
}

/** Signs every reader of addresses takes for the same: no blanks, no backslashes, nothing beyond ASCII. */
const plainText = /^[\x21-\x5b\x5d-\x7e]+$/;

/** The address as it was given, so that `{CHECKOUT_SESSION_ID}` stays what it is. */
function requireOwn({ site, appUrl }: Pick<Departure, 'site' | 'appUrl'>, address: string): string {
  const url = plainText.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || !acceptsOrigin(site, url.origin, appUrl)) throw new Refusal('url-not-allowed');
  return address;
}
