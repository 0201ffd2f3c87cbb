import type { Database } from '../../platform/database/database.ts';
import { listContent } from '../content/content.ts';
import { listEndpoints, type Endpoint } from '../site-events/endpoints.ts';
import type { EndpointDeclaration } from '../site-events/site-event.ts';
import type { SiteDeclaration } from './site-declaration.ts';
import { findStoredSite } from '../sites/sites.ts';

/** The current declaration of a site, read from the database, without secrets. */
export async function findDeclared(db: Database, siteId: string): Promise<SiteDeclaration | undefined> {
  const site = await findStoredSite(db, siteId);
  if (!site) return undefined;
  const { id, name, publicKey, mode, plans, ...settings } = site;
  return {
    id,
    name,
    publicKey,
    mode,
    ...settings,
    plans,
    content: await listContent(db, siteId),
    webhooks: (await listEndpoints(db, siteId)).map(asDeclared),
  } as SiteDeclaration;
}

/** Without how its deliveries fare, which no file declares. */
const asDeclared = ({ id, url, events, enabled }: Endpoint): EndpointDeclaration => ({ id, url, events, enabled });
