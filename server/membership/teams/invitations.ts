import type { TeamInvite } from '../../../contract/teams.ts';
import { transaction } from '../../platform/database/database.ts';
import type { LimitRule } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { createInvite } from './invite-tokens.ts';
import { clearBars } from './team-seats.store.ts';
import { joinTeam, type Joining } from './teams.ts';
import { replaceInvite } from './teams.store.ts';

/** Wrong invitations alone count, so that a whole office may join from one address. */
const wrongInvitesPerClient: LimitRule = { name: 'invite-client', points: 30, seconds: 600 };
const wrongInvitesPerMember: LimitRule = { name: 'invite-member', points: 30, seconds: 600 };

export type Invited = Joining & { clientAddress: string };

/**
 * Lets a member join the team an invitation leads to.
 *
 * @returns the team's id
 * @throws Refusal as `joinTeam`; too-many-requests
 */
export async function acceptInvite(services: Services, { clientAddress, ...joining }: Invited): Promise<string> {
  const { db, limits } = services;
  const counts = [
    [wrongInvitesPerClient, clientAddress],
    [wrongInvitesPerMember, joining.memberId],
  ] as const;
  for (const [rule, key] of counts)
    if ((await limits.used(rule, key)) >= rule.points)
      throw new Refusal('too-many-requests', { retryAfterSeconds: rule.seconds });
  try {
    return await transaction(db, (tx) => joinTeam(services, tx, joining));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid-invite')
      for (const [rule, key] of counts) await limits.take(rule, key);
    throw error;
  }
}

/**
 * The same for who has just signed up or in, which nothing about the team undoes: the account is made, the answer
 * says what became of the invitation, and the link may be used again.
 */
export async function tryInvite(services: Services, invited: Invited): Promise<TeamInvite> {
  try {
    return { joined: true, teamId: await acceptInvite(services, invited) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { joined: false, code: error.code, message: error.message };
  }
}

/**
 * Makes a new invitation. The old one is dead at once, and who was removed may come back by the new one.
 *
 * @throws Refusal team-not-found for everybody but its owner
 */
export async function renewInvite(
  services: Services,
  { site, teamId, ownerId }: { site: Site; teamId: string; ownerId: string },
): Promise<string> {
  const { inviteToken, ...stored } = createInvite(services.keys, teamId);
  await transaction(services.db, async (tx) => {
    if (!(await replaceInvite(tx, { siteId: site.id, teamId, ownerId }, stored))) throw new Refusal('team-not-found');
    await clearBars(tx, teamId);
  });
  return inviteToken;
}
