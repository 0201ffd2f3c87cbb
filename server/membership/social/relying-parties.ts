import type { Services } from '../services.ts';
import { callbackPathOf } from './callbacks.ts';
import { isOwnIssuer } from '../sites/setting-values.ts';
import { findSecret } from '../sites/site-secrets.ts';
import { listSites } from '../sites/sites.ts';

/** A site as client of the local provider. */
export interface RelyingParty {
  name: string;
  clientSecret: string;
  /** The path of its redirect URI. */
  callbackPath: string;
}

/** The site in test mode with this client id at the local provider. */
export async function findRelyingParty(services: Services, clientId: string): Promise<RelyingParty | undefined> {
  const { db } = services;
  for (const site of await listSites(db)) {
    const registered = site.authProviders.find((each) => each.clientId === clientId && isOwnIssuer(each.issuer));
    if (!registered || site.mode !== 'sandbox') continue;
    const clientSecret = await findSecret(services, db, site.id, `provider.${registered.provider}`);
    if (clientSecret !== undefined)
      return { name: site.name, clientSecret, callbackPath: callbackPathOf(site.id, registered) };
  }
  return undefined;
}
