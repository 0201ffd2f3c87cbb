import type { Database } from '../../platform/database/database.ts';
import { listContent } from '../content/content.ts';
import { listEndpoints } from '../site-events/endpoints.ts';
import type { SiteDeclaration } from './site-declaration.ts';
import { findStoredSite } from '../sites/sites.ts';

/** Everything a site has declared, as it is stored at this moment; no secrets. */
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
    webhooks: (await listEndpoints(db, siteId)).map(({ switchedOffAt: _switchedOffAt, ...declared }) => declared),
  } as SiteDeclaration;
}
