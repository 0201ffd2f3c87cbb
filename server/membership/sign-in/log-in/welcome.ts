import type * as z from 'zod/mini';
import type { Member } from '../../../../contract/members.ts';
import type { Auth, LoginRequest } from '../../../../contract/sign-in.ts';
import type { Database } from '../../../platform/database/database.ts';
import { toWire } from '../../members/members.ts';
import { groupsAsSeenBy } from '../../sites/content-groups.ts';
import { entitledPlanIds } from '../../entitlements/entitlements.ts';
import { redirectFor } from '../../sites/redirects.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { tryInvite } from '../../teams/invitations.ts';
import type { Arrival } from './log-in.ts';

interface Arrived {
  /** Who has just signed in. */
  arrival: Arrival;
  moment: 'afterLogin' | 'afterSignup';
  options?: z.infer<typeof LoginRequest>['options'];
}

export interface Welcome extends Arrived {
  /** An invitation they brought along; clients send an empty one where there is none. */
  inviteToken?: string | null | undefined;
}

/** What somebody gets who has just signed in: themself, their token, where to go next, and the team they came for. */
export async function welcomeMember(
  services: Services,
  site: Site,
  { inviteToken, ...arrived }: Welcome,
): Promise<Auth> {
  const { memberId } = arrived.arrival;
  const teamInvite = inviteToken ? await tryInvite(services, { site, memberId, inviteToken }) : undefined;
  return { ...(await describeArrival(services, services.db, site, arrived)), ...(teamInvite && { teamInvite }) };
}

/**
 * The same without the team. Everything is read by the given database, so that a sign-up can be run dry: in one
 * transaction, on one connection.
 */
export async function describeArrival(
  services: Services,
  db: Database,
  site: Site,
  { arrival, moment, options }: Arrived,
): Promise<Auth> {
  const { memberId, session, isPasswordDropped } = arrival;
  const { token, expiresAt } = session;
  const member = await toWire(services, db, memberId);
  return {
    member,
    tokens: { accessToken: token, expires: expiresAt.getTime(), type: 'bearer' },
    redirect: redirectFor(site, member, moment),
    ...(options?.includeContentGroups ? { contentGroups: openGroups(site, member) } : {}),
    ...(isPasswordDropped && { passwordDropped: true as const }),
  };
}

const openGroups = (site: Site, member: Member) =>
  groupsAsSeenBy(site, entitledPlanIds(member.planConnections)).filter((group) => group.activeMemberHasAccess);
