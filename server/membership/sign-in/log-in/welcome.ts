import type * as z from 'zod/mini';
import type { Member } from '../../../../contract/members.ts';
import type { Auth, FactorSetup, LoginRequest } from '../../../../contract/sign-in.ts';
import type { TeamInvite } from '../../../../contract/teams.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { toWire } from '../../members/members.ts';
import { groupsAsSeenBy } from '../../sites/content-groups.ts';
import { entitledPlanIds } from '../../entitlements/entitlements.ts';
import { redirectFor } from '../../sites/redirects.ts';
import type { Services } from '../../services.ts';
import { tokensToWire } from '../../sessions/sessions.ts';
import type { Site } from '../../sites/site.ts';
import { tryInvite } from '../../teams/invitations.ts';
import type { Arrival } from './log-in.ts';

interface Arrived {
  /** The log-in or sign-up that succeeded. */
  arrival: Arrival;
  moment: 'afterLogin' | 'afterSignup';
  options?: z.infer<typeof LoginRequest>['options'];
}

/** A log-in or sign-up with its invitation. */
export interface Welcome extends Arrived {
  /** Invitation to a team; clients send an empty one where there is none. */
  inviteToken?: string | null | undefined;
  /** The result of one that is not to be tried. */
  teamInvite?: TeamInvite | undefined;
}

/** The answer to a log-in or sign-up: member, token, redirect, and the result of the invitation. */
export async function welcomeMember(
  services: Services,
  site: Site,
  { inviteToken, teamInvite: known, ...arrived }: Welcome,
): Promise<Auth> {
  const { memberId } = arrived.arrival;
  const teamInvite = inviteToken ? await tryInvite(services, { site, memberId, inviteToken }) : known;
  return { ...(await describeArrival(services, services.db, site, arrived)), ...(teamInvite && { teamInvite }) };
}

/**
 * The same without the invitation. Reads by the given database alone, so that a dry run uses one transaction and one
 * connection.
 */
export async function describeArrival(
  services: Services,
  db: Database,
  site: Site,
  { arrival, moment, options }: Arrived,
): Promise<Auth> {
  const { memberId, session, isPasswordDropped } = arrival;
  const member = await toWire(services, db, memberId);
  return {
    member,
    tokens: tokensToWire(session),
    redirect: redirectFor(site, member, moment),
    ...(options?.includeContentGroups ? { contentGroups: openGroups(site, member) } : {}),
    ...(isPasswordDropped && { passwordDropped: true as const }),
  };
}

/**
 * The refusal of a log-in at a site that requires a second factor, for a member who has none. It carries the token that
 * is good for setting one up, and what else the log-in had to tell. A client that does not know it shows its sentence.
 */
export const setupNeeded = ({ tokens, redirect, teamInvite, passwordDropped }: Auth): Refusal => {
  const setup: FactorSetup = {
    tokens,
    redirect,
    ...(teamInvite && { teamInvite }),
    ...(passwordDropped && { passwordDropped }),
  };
  return new Refusal('second-factor-setup-required', { extras: { setup } });
};

const openGroups = (site: Site, member: Member) =>
  groupsAsSeenBy(site, entitledPlanIds(member.planConnections)).filter((group) => group.activeMemberHasAccess);
