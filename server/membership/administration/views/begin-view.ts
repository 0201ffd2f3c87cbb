import { viewFragment } from '../../../../contract/view-link.ts';
import { transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import { lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { queueNotice } from '../../sign-in/mails/notices.ts';
import { memberViewMail } from '../../sign-in/mails/view-mail.ts';
import { acceptsOrigin, type Site } from '../../sites/site.ts';
import { beginView } from '../../views/views.ts';
import type { Administration } from '../admin-members.ts';

/** What staff want to see as a member. */
interface Wanted {
  memberId: string;
  reason: string;
  /** The address of the page. */
  page: string;
  /** The person on the staff, as the guard of the console has seen them. */
  staff: { id: string; version: number };
}

/**
 * Lets staff see as a member: writes it down with its reason, and tells the member where the site wants it.
 *
 * @returns the page's address with a code that opens the view once
 * @throws Refusal member-not-found, url-not-allowed for a page that is not the site's
 */
export async function beginViewAs(
  services: Services,
  { site, actor }: Administration,
  { memberId, reason, page, staff }: Wanted,
): Promise<{ id: string; url: string; endsAt: Date }> {
  const address = requirePage(site, page, services.appUrl);
  const by = { siteId: site.id, actor, staffId: staff.id, reason };
  const { code, ...begun } = await transaction(services.db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    const view = await beginView(tx, { ...by, memberId, staffVersion: staff.version });
    await recordAct(tx, { ...by, action: 'member.view-began', subject: memberId, note: address.origin });
    if (site.tellMembersOfViews) await queueNotice(services, tx, member, memberViewMail(site, member.email));
    return view;
  });
  address.hash = `${viewFragment}${code}`;
  return { ...begun, url: address.href };
}

/** @throws Refusal url-not-allowed */
function requirePage(site: Site, page: string, appUrl: string): URL {
  const address = URL.parse(page);
  if (!address || !/^https?:$/.test(address.protocol) || !acceptsOrigin(site, address.origin, appUrl))
    throw new Refusal('url-not-allowed', { message: 'This address is not one of the site’s pages.' });
  return address;
}
