import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { cancelSubscriptionsOf } from '../plans/subscriptions.ts';
import type { Services } from '../services.ts';
import { endCodesFor } from '../sign-in/mailed-codes.ts';
import { announce } from '../site-events/announce.ts';
import { forgetToldOf } from '../site-events/deliveries.ts';
import type { Site } from '../sites/site.ts';
import { leaveAllTeams } from '../teams/teams.ts';
import { lockMember } from './members.ts';
import { deleteRow } from './members.store.ts';
import { sweepSoon } from './profile-image.ts';

/**
 * Ends a membership and takes everything of the member away: sessions, codes, connected providers, plans, posts,
 * picture, and what their site's owner was told of them as far as it is kept here. What a member paid stays in the records of other domains, under an id that leads nowhere any more.
 *
 * @throws Refusal member-not-found also for a member of another site
 */
export async function deleteMember(
  services: Pick<Services, 'db' | 'sites'>,
  { site, memberId }: { site: Site; memberId: string },
): Promise<void> {
  await transaction(services.db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    if (member.siteId !== site.id) throw new Refusal('member-not-found');
    await cancelSubscriptionsOf(tx, memberId);
    await leaveAllTeams(tx, { siteId: site.id, memberId });
    await deleteRow(tx, memberId);
    await endCodesFor(tx, site.id, member.email);
    await sweepSoon(tx);
    await announce(tx, site.id, 'member.deleted', { id: memberId });
    await forgetToldOf(tx, site.id, memberId);
  });
}
