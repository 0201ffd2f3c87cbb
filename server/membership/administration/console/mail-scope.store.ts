import { sql } from 'kysely';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { MailsInScope } from '../../../platform/mail-log.ts';
import type { PartnerMembers } from '../../services.ts';

/**
 * The mails that somebody sees: those of their sites, those under the names of their partners, and those to members of
 * their partners. Mails to staff, and those from before a mail named its site, are for staff without a limit to their scope.
 */
export function mailsInScope(
  { sites, partners }: StaffScope,
  partnerMembers: PartnerMembers | undefined,
): MailsInScope {
  if (sites === 'all' && partners === 'all') return [];
  const ofSites = sites === 'all' ? sql`m.site_id is not null` : sql`m.site_id = any(${sites}::text[])`;
  if (partners.length === 0) return [ofSites];
  if (partners === 'all') return [sql`(${ofSites} or m.partner is not null)`];
  const ofPartners = sql`m.partner = any(${partners}::text[])`;
  const toMembers = partnerMembers
    ? sql`(m.site_id = ${partnerMembers.siteId} and ${partnerMembers.areOf(sql`m.member_id`, partners)})`
    : sql`false`;
  return [sql`(${ofSites} or ${ofPartners} or ${toMembers})`];
}
