import { Refusal } from '../../../platform/refusal.ts';
import { acceptsOrigin, type Site } from '../../sites/site.ts';

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
 * An address to return to.
 *
 * @param field what the page calls it
 * @param given as the page sent it, from the page's own address on: `/thanks`, `?paid=1`
 * @returns it as every reader of addresses takes it
 * @throws Refusal url-not-allowed for an address that is not of the site, or where there is none to go back to
 */
export function returnAddress(departure: Departure, field: string, given: string | null | undefined): string {
  const page = requireOwn(departure, 'origin_url', departurePage(departure));
  return given == null || given === '' ? page : requireOwn(departure, field, given, page);
}

/** The page a member comes from and goes back to unless told otherwise. */
const departurePage = ({ site, appUrl, origin, originUrl }: Departure): string =>
  originUrl ?? origin ?? (site.ownPages ? appUrl : site.origins[0]) ?? '';

function requireOwn({ site, appUrl }: Departure, field: string, address: string, page?: string): string {
  const url = URL.canParse(address, page) ? new URL(address, page) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isPlain && acceptsOrigin(site, url.origin, appUrl)) return withPlaceholder(url.href);
  throw new Refusal('url-not-allowed', { message: `The address in ${field} is not one of this site.` });
}

/** The card provider puts the checkout's id in its place, wherever it stands. */
const withPlaceholder = (href: string) => href.replaceAll('%7BCHECKOUT_SESSION_ID%7D', '{CHECKOUT_SESSION_ID}');
