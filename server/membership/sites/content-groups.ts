import { isOpenTo } from '../../../shared/gated-addresses.ts';
import type { App } from '../../../contract/site.ts';
import type { Database } from '../../platform/database/database.ts';
import { listEntitledPlanIds } from '../entitlements/entitlements.ts';
import { toApp, type Site } from '../sites/site.ts';

/**
 * The content groups of a site, each with whether a member may open it (decision 0012: their addresses are public).
 */
export const groupsAsSeenBy = (site: Site, entitledPlanIds: ReadonlySet<string>): App['contentGroups'] =>
  site.contentGroups.map((group) => ({ ...group, activeMemberHasAccess: isOpenTo(group, entitledPlanIds) }));

/** The public facts of a site; for a member with access to content groups. */
export async function appAsSeenBy(db: Database, site: Site, memberId: string | undefined): Promise<App> {
  const app = toApp(site);
  if (memberId === undefined || site.contentGroups.length === 0) return app;
  return { ...app, contentGroups: groupsAsSeenBy(site, await listEntitledPlanIds(db, memberId)) };
}
