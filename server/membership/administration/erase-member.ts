import type { Erasure } from '../../../contract/console/member-care-schemas.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countComments } from '../comments/comments.ts';
import { findMember } from '../members/members.ts';
import { countSubscriptionsOf } from '../plans/billing/subscriptions.ts';
import type { Services } from '../services.ts';
import { listSessions } from '../sessions/sessions.ts';
import { deleteMemberAs, showMember, type Administration } from './admin-members.ts';
import { countMemberNotes } from './notes/notes.ts';

/** What erasing a member takes away, for staff to confirm. @throws Refusal member-not-found */
export async function explainErasure(services: Services, siteId: string, memberId: string): Promise<Erasure> {
  const { db, deletionDuties } = services;
  const { planConnections, teams } = await showMember(services, db, memberId);
  return {
    counts: {
      sessions: (await listSessions(db, memberId)).length,
      plans: planConnections.filter(({ active }) => active).length,
      subscriptions: await countSubscriptionsOf(db, memberId),
      ownedTeams: teams.ownedTeams.length,
      comments: await countComments(db, memberId),
      notes: await countMemberNotes(db, { siteId, memberId }),
    },
    duties: (await deletionDuties?.explain(memberId)) ?? [],
  };
}

/**
 * Erases a member by the rule of `members delete`, once their address was typed: that for log-in, or the pending one, which
 * their page shows too.
 *
 * @throws Refusal member-not-found; invalid-request where another address was typed
 */
export async function eraseMemberAs(
  services: Services,
  administration: Administration,
  { memberId, email }: { memberId: string; email: string },
): Promise<{ checkoutsEnded: boolean }> {
  const member = await findMember(services, services.db, memberId);
  if (!member) throw new Refusal('member-not-found');
  const typed = email.trim().toLowerCase();
  if (![member.email, member.pendingEmail].some((address) => address?.toLowerCase() === typed))
    throw new Refusal('invalid-request', {
      message: 'This is not the address of the member. Nothing was erased.',
      extras: { field: 'email' },
    });
  return deleteMemberAs(services, administration, memberId);
}
