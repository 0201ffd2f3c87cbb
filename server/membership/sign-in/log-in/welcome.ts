import type { Member } from '../../../../contract/members.ts';
import type { Auth, FactorSetup } from '../../../../contract/sign-in.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { toWire } from '../../members/members.ts';
import { groupsAsSeenBy } from '../../sites/content-groups.ts';
import { entitledPlanIds } from '../../entitlements/entitlements.ts';
import { redirectFor } from '../../sites/redirects.ts';
import type { Services } from '../../services.ts';
import { tokensToWire, type Wishes } from '../../sessions/sessions.ts';
import type { Site } from '../../sites/site.ts';
import { tryInvite } from '../../teams/invitations.ts';
import type { Arrival } from './log-in.ts';

interface Arrived {
  /** The log-in or sign-up that succeeded. */
  arrival: Arrival;
  moment: 'afterLogin' | 'afterSignup';
  options?: Wishes['options'];
}

/** A log-in or sign-up with what it asked for, its invitation say. */
export type Welcome = Arrived & Wishes;

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
