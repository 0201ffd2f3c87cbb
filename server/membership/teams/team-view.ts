import type { Team } from '../../../contract/teams.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { profileImageAddress } from '../members/picture/profile-image-address.ts';
import { isActive } from '../entitlements/active.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { openInvite } from './invite-tokens.ts';
import { listSeatHolders } from './team-seats.store.ts';
import { seatsOf } from './team-size.ts';
import { findOwnedTeam } from './teams.store.ts';

/** Links of a team whose plan declares none any more. */
const frontPage = { inviteSignupLink: '/', upgradeLink: '/' };

/**
 * A team on the wire, for its owner alone: it shows addresses.
 *
 * @throws Refusal team-not-found for other members, whether or not there is such a team (enumeration)
 */
export async function getTeam(
  services: Services,
  db: Database,
  { site, teamId, ownerId }: { site: Site; teamId: string; ownerId: string },
): Promise<Team> {
  const team = await findOwnedTeam(db, { siteId: site.id, teamId, ownerId });
  if (!team) throw new Refusal('team-not-found');
  const pages = site.plans.find((plan) => plan.id === team.planId)?.rules.team ?? frontPage;
  const joined = await listSeatHolders(db, teamId);
  return {
    id: teamId,
    inviteToken: isActive(team.status) ? openInvite(services.keys, teamId, team.inviteSealed) : null,
    maxTeamMembers: seatsOf(site, team),
    plan: { teamAccountInviteSignupLink: pages.inviteSignupLink, teamAccountUpgradeLink: pages.upgradeLink },
    ownersPlanConnection: { plan: { teamAccountUpgradeLink: pages.upgradeLink } },
    members: [
      { role: 'OWNER', member: toMember(services, { ...team, id: ownerId }) },
      ...joined.map((person) => ({ role: 'MEMBER' as const, member: toMember(services, person) })),
    ],
  };
}

type Person = { id: string; email: string; verified: boolean; profileImage: string | null };

const toMember = (
  services: Services,
  { id, email, verified, profileImage }: Person,
): Team['members'][number]['member'] => ({
  id,
  auth: { email },
  profileImage: profileImageAddress(services, profileImage),
  verified,
});
