import { transaction, type Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/audit.ts';
import { lockMember, setSuspension, type MemberRecord } from '../members/members.ts';
import type { Services } from '../services.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { announce } from '../site-events/announce.ts';
import type { Administration } from './admin-members.ts';

type Suspending = Pick<Services, 'db' | 'sites'>;

/**
 * Suspends a member for the reason of the administration: every session ends with the commit, and from then on no way in
 * begins another (`startSession`). Plans, subscriptions and what was written stay. Idempotent: the first reason stays.
 *
 * @param db a transaction to join
 * @returns how many running sessions have ended
 * @throws Refusal member-not-found also for a member of another site
 */
export const suspendMemberAs = (
  services: Suspending,
  { site, ...by }: Administration & { reason: string },
  memberId: string,
  db: Database = services.db,
): Promise<number> =>
  transaction(db, async (tx) => {
    const member = requireOf(site.id, await lockMember(services, tx, memberId));
    if (member.suspension) return 0;
    const since = (await setSuspension(tx, memberId, by.reason))!;
    const ended = await endSessionsOf(tx, memberId);
    await recordAct(tx, { ...by, siteId: site.id, action: 'member.suspended', subject: memberId });
    await announce(tx, site.id, 'member.suspended', { id: memberId, suspendedAt: since.toISOString() });
    return ended;
  });

/** Lifts a suspension: the member may log in as before. Idempotent. @throws Refusal as {@link suspendMemberAs} */
export const liftSuspensionAs = (
  services: Suspending,
  { site, ...by }: Administration,
  memberId: string,
  db: Database = services.db,
): Promise<void> =>
  transaction(db, async (tx) => {
    const member = requireOf(site.id, await lockMember(services, tx, memberId));
    if (!member.suspension) return;
    await setSuspension(tx, memberId, null);
    await recordAct(tx, { ...by, siteId: site.id, action: 'member.reinstated', subject: memberId });
    await announce(tx, site.id, 'member.reinstated', { id: memberId });
  });

function requireOf(siteId: string, member: MemberRecord): MemberRecord {
  if (member.siteId !== siteId) throw new Refusal('member-not-found');
  return member;
}
