import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { holdMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { barMember } from './team-seats.store.ts';
import { leaveTeam } from './teams.ts';
import { findOwnerId, lockTeam } from './teams.store.ts';

export interface Removal {
  site: Site;
  teamId: string;
  /** Who is to go. */
  memberId: string;
  /** Who says so: the owner of anybody else, everybody else of themself. */
  byMemberId: string;
}

/**
 * Takes a member's seat back, which is free at once; the plan that came with it ends in the same transaction. Who was
 * removed by the owner may not come back by the invitation they know; who has left may.
 *
 * @throws Refusal team-not-found for whoever may not, whether or not there is such a team; member-not-found for an
 *   owner who names nobody of the team; cannot-change-team-account for an owner who names themself
 */
export function removeFromTeam(services: Services, { site, teamId, memberId, byMemberId }: Removal): Promise<void> {
  return transaction(services.db, async (tx) => {
    const ownerId = await findOwnerId(tx, site.id, teamId);
    const isOwner = ownerId === byMemberId;
    if (ownerId === undefined || (!isOwner && memberId !== byMemberId)) throw new Refusal('team-not-found');
    if (memberId === ownerId)
      throw new Refusal('cannot-change-team-account', { message: 'The owner of a team cannot be removed from it.' });
    const isGone = !(await holdMember(tx, memberId)) || !(await lockTeam(tx, teamId));
    if (isGone || !(await leaveTeam(tx, { siteId: site.id, memberId, teamId })))
      throw new Refusal(isOwner ? 'member-not-found' : 'team-not-found');
    if (isOwner) await barMember(tx, teamId, memberId);
  });
}
