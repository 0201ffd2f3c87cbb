import { sql } from 'kysely';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import { allOf, type Condition } from '../../../platform/lists/conditions.ts';
import type { Finder } from '../../../platform/lists/list-source.ts';
import type { PartnerMembers } from '../../services.ts';

/** Members of a site who are in somebody's scope. */
export interface MembersInScope {
  siteId: string;
  /** Which of the site's, as conditions on the table `member as m`; none for all of them. */
  narrowed: readonly Condition[];
  /** At the site with partners: who has come as far as a step on their way. */
  hasReached?: PartnerMembers['hasReached'] | undefined;
  /** Those who have to do with these partners, as far as they are in scope; undefined for a site without partners. */
  ofPartners?: ((partners: readonly string[]) => Finder) | undefined;
}

/**
 * The members of a site that somebody sees: all of them with the site in their scope, else those who have to do with
 * their partners.
 *
 * @returns undefined where the site is not in scope at all
 */
export function membersInScope(
  scope: StaffScope,
  siteId: string,
  partnerMembers: PartnerMembers | undefined,
): MembersInScope | undefined {
  const { partners: given } = scope;
  const areOf = partnerMembers?.siteId === siteId ? partnerMembers.areOf : undefined;
  const steps = { hasReached: areOf && partnerMembers?.hasReached };
  const inPart = (partners: readonly string[]) => areOf!(sql`m.id`, partners);
  const findIn = (partners: readonly string[]): Finder => {
    const ids = partnerMembers?.idsOf?.(partners);
    return { byIndex: ids ? sql`m.id in (${ids})` : inPart(partners), byRow: inPart(partners) };
  };
  if (hasSite(scope, siteId)) return { siteId, narrowed: [], ofPartners: areOf && findIn, ...steps };
  if (!areOf || given.length === 0) return undefined;
  if (given === 'all') return { siteId, narrowed: [], ofPartners: findIn, ...steps };
  return {
    siteId,
    ...steps,
    narrowed: [inPart(given)],
    ofPartners: (partners) => findIn(partners.filter((partner) => given.includes(partner))),
  };
}

/** Whether somebody was given a whole site. */
export const hasSite = ({ sites }: StaffScope, siteId: string): boolean => sites === 'all' || sites.includes(siteId);

/** Whether a member is in scope. The same statement finds none for one that is absent. */
export async function isInScope(
  db: Database,
  memberId: string,
  { siteId, narrowed }: MembersInScope,
): Promise<boolean> {
  const { rows } = await sql`
    select from member m where m.id = ${memberId} and m.site_id = ${siteId} and ${allOf(narrowed)}`.execute(db);
  return rows.length > 0;
}
