import { actorOf } from '../../../platform/audit/actor-of.ts';
import { recordExport, type ListExport } from '../../../platform/audit/record-export.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { SignedInStaff } from '../../../platform/http/serve.ts';
import { isPermitted, type StaffScope } from '../../../../contract/permissions.ts';
import type { Condition } from '../../../platform/lists/conditions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Act } from '../../audit/audit.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { listSites } from '../../sites/sites.ts';
import type { Administration } from '../admin-members.ts';
import { hasSite, isInScope, membersInScope, type MembersInScope } from './member-scope.store.ts';

/** A site in somebody's scope, with those of its members they see. */
export interface SiteInScope {
  site: Site;
  members: MembersInScope;
}

/**
 * The site that a call of the console names.
 *
 * @throws Refusal not-found for one that is out of scope or absent
 */
export async function requireSite(services: Services, scope: StaffScope, siteId: string): Promise<SiteInScope> {
  const members = membersInScope(scope, siteId, services.partnerMembers);
  // A site out of scope is not even looked up, so that time tells nothing.
  const site = members && (await services.sites.find(siteId));
  if (!members || !site) throw new Refusal('not-found');
  return { site, members };
}

/** The sites of which somebody sees something: the whole site, or members of their partners. */
export async function listSitesInScope(
  { db, partnerMembers }: Pick<Services, 'db' | 'partnerMembers'>,
  scope: StaffScope,
): Promise<Site[]> {
  return (await listSites(db)).filter(({ id }) => membersInScope(scope, id, partnerMembers) !== undefined);
}

/**
 * A site that somebody was given as a whole: its settings are not those of a partner.
 *
 * @throws Refusal not-found for one that is out of scope or absent
 */
export async function requireWholeSite(services: Services, scope: StaffScope, siteId: string): Promise<Site> {
  const site = hasSite(scope, siteId) ? await services.sites.find(siteId) : undefined;
  if (!site) throw new Refusal('not-found');
  return site;
}

/**
 * The member that a call of the console names.
 *
 * @throws Refusal not-found, member-not-found for one that is out of scope or absent
 */
export async function requireMember(
  services: Services,
  scope: StaffScope,
  { siteId, memberId }: { siteId: string; memberId: string },
): Promise<SiteInScope> {
  const found = await requireSite(services, scope, siteId);
  if (!(await isInScope(services.db, memberId, found.members))) throw new Refusal('member-not-found');
  return found;
}

/** How the audit trail names somebody, for rules that a site's server calls, too. */
export const administrationBy = (staff: SignedInStaff, site: Site, reason?: string): Administration => ({
  site,
  actor: actorOf(staff),
  staffId: staff.id,
  reason,
});

/** Adds an export of a site's members to the audit trail: of each partner of which it may hold some, unless it is of all. */
export function recordMembersExport(
  tx: Transaction,
  { staff, scope, site, members }: SiteInScope & { staff: SignedInStaff; scope: StaffScope },
  exported: Pick<Act, 'action' | 'subject'> & Pick<ListExport, 'query'>,
): Promise<void> {
  const ofPart = members.narrowed.length > 0 ? scope.partners : 'all';
  return recordExport(tx, {
    ...exported,
    actor: actorOf(staff),
    staffId: staff.id,
    siteId: site.id,
    scope: { ...scope, partners: members.ofPartners ? ofPart : [] },
  });
}

/**
 * What the other domain tells of a member in the timeline: orders of the partners in scope, of all with the whole site.
 *
 * @returns undefined for who may not see orders, and at a site without
 */
export function ordersInTimeline(
  { partnerMembers }: Services,
  { staff, scope, siteId, memberId }: { staff: SignedInStaff; scope: StaffScope; siteId: string; memberId: string },
): Condition | undefined {
  if (partnerMembers?.siteId !== siteId || !isPermitted(staff.role, 'see-orders')) return undefined;
  return partnerMembers.happened?.(memberId, hasSite(scope, siteId) ? 'all' : scope.partners);
}
