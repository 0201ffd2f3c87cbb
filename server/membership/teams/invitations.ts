import { joinsPerMember, renewalsPerOwner } from '../../../contract/calls/teams.ts';
import type { TeamInvite } from '../../../contract/teams.ts';
import { transaction } from '../../platform/database/database.ts';
import { asRefusal } from '../../platform/http/answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isActive } from '../entitlements/active.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { createInvite } from './invite-tokens.ts';
import { clearBars } from './team-seats.store.ts';
import { joinTeam, type Joining } from './teams.ts';
import { findOwnedTeam, replaceInvite } from './teams.store.ts';

/**
 * Joins the team of an invitation.
 *
 * @returns the team's id
 * @throws Refusal as `joinTeam`; too-many-requests
 */
export async function acceptInvite(services: Services, joining: Joining): Promise<string> {
  await services.limits.take(joinsPerMember, joining.memberId);
  return transaction(services.db, (tx) => joinTeam(tx, joining), { turn: `invitation ${joining.inviteToken}` });
}

/**
 * The same after a sign-up or log-in, which no refusal of the team undoes: the answer has the result, and the link may be
 * used again. Neither does a fault: the account exists, and a second sign-up would be refused as taken.
 */
export async function tryInvite(services: Services, invited: Joining): Promise<TeamInvite> {
  try {
    return { joined: true, teamId: await acceptInvite(services, invited) };
  } catch (error) {
    if (!(error instanceof Refusal))
      services.log.error({ err: error, member: invited.memberId }, 'an invitation could not be used');
    const { code, message } = asRefusal(error);
    return { joined: false, code, message };
  }
}

/**
 * Makes a new invitation. The old one is void at once, and barred members may join by the new one.
 *
 * @throws Refusal team-not-found for any member but its owner; no-plan-found while its plan is not active;
 *   too-many-requests
 */
export async function renewInvite(
  services: Services,
  { site, teamId, ownerId }: { site: Site; teamId: string; ownerId: string },
): Promise<string> {
  await services.limits.take(renewalsPerOwner, ownerId);
  const { inviteToken, ...stored } = createInvite(services.keys, teamId);
  await transaction(services.db, async (tx) => {
    const team = await findOwnedTeam(tx, { siteId: site.id, teamId, ownerId });
    if (!team) throw new Refusal('team-not-found');
    if (!isActive(team.status)) throw new Refusal('no-plan-found', { message: 'The plan of this team is not active.' });
    await replaceInvite(tx, teamId, stored);
    await clearBars(tx, teamId);
  });
  return inviteToken;
}
