import { isOpenTo } from '../../../shared/gated-addresses.ts';
import type { App } from '../../../contract/site.ts';
import type { Database } from '../../platform/database/database.ts';
import { listEntitledPlanIds } from '../entitlements/entitlements.ts';
import { toApp, type Site } from '../sites/site.ts';

/**
 * The gated parts of a site, each with whether this member may see it. Decision 0012: their addresses are no secret.
 */
export const groupsAsSeenBy = (site: Site, entitledPlanIds: ReadonlySet<string>): App['contentGroups'] =>
  site.contentGroups.map((group) => ({ ...group, activeMemberHasAccess: isOpenTo(group, entitledPlanIds) }));

/** What somebody may know of a site: everybody the same, and members which gated parts are open to them. */
export async function appAsSeenBy(db: Database, site: Site, memberId: string | undefined): Promise<App> {
  const app = toApp(site);
  if (memberId === undefined || site.contentGroups.length === 0) return app;
  return { ...app, contentGroups: groupsAsSeenBy(site, await listEntitledPlanIds(db, memberId)) };
}
