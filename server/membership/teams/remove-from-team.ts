import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { holdMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { barMember } from './team-seats.store.ts';
import { leaveTeam } from './teams.ts';
import { findOwnerId, lockTeam } from './teams.store.ts';

/** A removal of a member from a team. */
export interface Removal {
  site: Site;
  teamId: string;
  /** The member to remove. */
  memberId: string;
  /** The acting member: the owner may remove any other, other members only themselves. */
  byMemberId: string;
}

/**
 * Ends a member's seat and its plan, in one transaction. A member removed by the owner is barred from the current
 * invitation; one who has left is not.
 *
 * @throws Refusal team-not-found for members who may not, whether or not there is such a team (enumeration);
 *   member-not-found for a member without a seat in it; cannot-change-team-account for the owner
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
