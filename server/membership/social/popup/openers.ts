import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { describeRequest } from '../../../platform/security-events/request-context.ts';
import type { Services } from '../../services.ts';
import { acceptsOrigin, type Site } from '../../sites/site.ts';

/** The claims about a popup's opener, from its address and headers. */
export interface Opening {
  publicKey: string;
  /** Empty or missing when the client was not given one. */
  appId?: string | undefined;
  /** The page's host name. */
  origin?: string | undefined;
  referer: string | undefined;
  /**
   * Whether the host name will not do. Any page can hide its referrer, and none can make one up: by a ticket of their own
   * a stranger could have a visitor's provider connected to the stranger's account.
   */
  mustRefer: boolean;
}

/** The page that opened a popup. */
export interface Opener {
  site: Site;
  /** The only origin that gets the popup's message. */
  origin: string;
}

/**
 * Finds a popup's opener. A popup is a top-level page: its key is in the address, its opener in the `Referer` header.
 * Without that header the host name in the address is enough where exactly one origin of the site has it; the result is
 * posted (`postMessage`) to that origin only.
 *
 * @throws Refusal app-not-found, origin-not-allowed
 */
export async function findOpener(services: Services, opening: Opening): Promise<Opener> {
  const site = await services.sites.findByKey(opening.publicKey);
  if (!site || (opening.appId && opening.appId !== site.id)) throw new Refusal('app-not-found');
  describeRequest({ site: ref(site.id) });
  const origin = originOf(services, site, opening);
  if (origin === undefined) throw new Refusal('origin-not-allowed');
  return { site, origin };
}

function originOf({ appUrl }: Services, site: Site, { referer, origin: host, mustRefer }: Opening): string | undefined {
  if (referer !== undefined) {
    const origin = URL.canParse(referer) ? new URL(referer).origin : '';
    return acceptsOrigin(site, origin, appUrl) ? origin : undefined;
  }
  if (mustRefer) return undefined;
  const own = site.ownPages ? [...site.origins, appUrl] : site.origins;
  const [found, ...others] = own.filter((each) => new URL(each).hostname === host);
  return others.length === 0 ? found : undefined;
}
