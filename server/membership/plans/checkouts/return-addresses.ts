import { Refusal } from '../../../platform/refusal.ts';
import { acceptsOrigin, type Site } from '../../sites/site.ts';

/** The origin of a request to pay. */
export interface Departure {
  site: Site;
  /** The product's own origin. */
  appUrl: string;
  /** The request's `Origin` header; undefined outside browsers. */
  origin: string | undefined;
  /** The page's own claim. */
  originUrl: string | null | undefined;
}

/**
 * Validates an address to return to (open redirect).
 *
 * @param field name of the field, for the refusal
 * @param given absolute, or relative to the page: `/thanks`, `?paid=1`
 * @returns the normalised absolute address
 * @throws Refusal url-not-allowed for an address of another site, or where no page is known
 */
export function returnAddress(departure: Departure, field: string, given: string | null | undefined): string {
  const page = requireOwn(departure, 'origin_url', departurePage(departure));
  return given == null || given === '' ? page : requireOwn(departure, field, given, page);
}

/** The page of the request, which is the default to return to. */
const departurePage = ({ site, appUrl, origin, originUrl }: Departure): string =>
  originUrl ?? origin ?? (site.ownPages ? appUrl : site.origins[0]) ?? '';

function requireOwn({ site, appUrl }: Departure, field: string, address: string, page?: string): string {
  const url = URL.canParse(address, page) ? new URL(address, page) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isPlain && acceptsOrigin(site, url.origin, appUrl)) return withPlaceholder(url.href);
  throw new Refusal('url-not-allowed', { message: `The address in ${field} is not one of this site.` });
}

/** Keeps the card provider's placeholder, which it replaces by the session's id, from being URL-encoded. */
const withPlaceholder = (href: string) => href.replaceAll('%7BCHECKOUT_SESSION_ID%7D', '{CHECKOUT_SESSION_ID}');
