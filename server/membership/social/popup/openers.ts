import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { describeRequest } from '../../../platform/security-events/request-context.ts';
import type { Services } from '../../services.ts';
import { acceptsOrigin, type Site } from '../../sites/site.ts';

/** The page that opened a popup, as far as the popup's address and headers tell. */
export interface Opening {
  publicKey: string;
  /** Empty or missing when the client does not know it. */
  appId?: string | undefined;
  /** The page's host name. */
  origin?: string | undefined;
  referer: string | undefined;
}

export interface Opener {
  site: Site;
  /** The one origin that is told how it ended. */
  origin: string;
}

/**
 * A popup is a page of its own, so its key comes in the address and its opener shows in the referrer alone. Browsers
 * that hide it leave the host name, which will do where one origin of the site has it.
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

function originOf({ appUrl }: Services, site: Site, { referer, origin: host }: Opening): string | undefined {
  if (referer !== undefined) {
    const origin = URL.canParse(referer) ? new URL(referer).origin : '';
    return acceptsOrigin(site, origin, appUrl) ? origin : undefined;
  }
  const own = site.ownPages ? [...site.origins, appUrl] : site.origins;
  const [found, ...others] = own.filter((each) => new URL(each).hostname === host);
  return others.length === 0 ? found : undefined;
}
