import type { PlanConnection } from '../../../../contract/members.ts';
import type { Transaction, TransactionOptions } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MemberRecord } from '../../members/members.ts';
import type { Site, SitePlan } from '../../sites/site.ts';
import { hasJoinedTeam, listActiveTeams } from '../../teams/teams.ts';
import { listPlanConnections } from '../../entitlements/entitlements.ts';
import { countOthers, lockPlaces } from './places.store.ts';

/**
 * Options of transactions that lock places of these plans: under contention for one with a limit they queue without a
 * connection (decision 0018), for the first of several.
 */
export function placeTurn(plans: readonly SitePlan[]): TransactionOptions {
  const limited = plans.find(hasLimit);
  return limited ? { turn: `plan ${limited.id}` } : {};
}

const hasLimit = ({ rules }: SitePlan) => rules.memberLimit !== null;

/** Plans and those that they add, in the site's order. */
export function withAdded(site: Site, plans: readonly SitePlan[]): SitePlan[] {
  const ids = new Set(plans.flatMap(({ id, rules }) => [id, ...rules.onJoin.addPlans]));
  return site.plans.filter(({ id }) => ids.has(id));
}

/** A member who asks for a plan. */
export type Applicant = Pick<MemberRecord, 'id' | 'email' | 'verified'>;

/**
 * Checks whether a member may take or buy a plan. Joins the caller's transaction, which has locked the member; for a
 * plan with a limit, the free place stays locked until it ends.
 *
 * @param isChange whether the member has the plan and changes to another of its prices
 * @throws Refusal plan-restricted-to-admin, domain-not-permitted, already-have-plan, can-only-have-one-active-team,
 *   plan-member-limit-reached
 */
export async function requireAdmission(
  tx: Transaction,
  plan: SitePlan,
  member: Applicant,
  { isChange = false } = {},
): Promise<void> {
  requireEligible(plan, member);
  const connections = isChange ? [] : await listPlanConnections(tx, member.id);
  if (connections.some((each) => each.planId === plan.id && each.active)) throw new Refusal('already-have-plan');
  if ((await wouldLeaveTeam(tx, plan, member.id)) || (await wouldOwnTwoTeams(tx, plan, member.id)))
    throw new Refusal('can-only-have-one-active-team');
  if (!(await hasPlace(tx, plan, member.id))) throw new Refusal('plan-member-limit-reached');
}

/** @throws Refusal plan-restricted-to-admin, domain-not-permitted */
export function requireEligible(plan: SitePlan, member: Applicant): void {
  const refusal = findIneligibility(plan, member);
  if (!refusal) return;
  const lacksProofAlone = !findIneligibility(plan, { ...member, verified: true });
  throw new Refusal(
    refusal,
    lacksProofAlone
      ? {
          message: 'Please confirm your email address first: this plan is for confirmed addresses.',
          extras: { lacksProof: true },
        }
      : {},
  );
}

/** Why a plan is not for a member whatever else they have, if so. */
export function findIneligibility({ rules }: SitePlan, { email, verified }: Pick<Applicant, 'email' | 'verified'>) {
  if (rules.restrictToAdmin) return 'plan-restricted-to-admin';
  // An unproved address of the domain proves nothing.
  const domain = verified ? email.slice(email.lastIndexOf('@') + 1) : undefined;
  const { allowedEmailDomains } = rules;
  if (allowedEmailDomains.length > 0 && !(domain !== undefined && allowedEmailDomains.includes(domain)))
    return 'domain-not-permitted';
  return undefined;
}

/** Whether a plan's team would take a member out of the active team of another, which is hardly meant where nothing is paid. */
export const wouldLeaveTeam = async (tx: Transaction, { rules }: SitePlan, memberId: string): Promise<boolean> =>
  Boolean(rules.team) && (await hasJoinedTeam(tx, memberId));

/** Whether a member would own two active teams with this plan, because it does not replace the other one. */
export const wouldOwnTwoTeams = async (tx: Transaction, plan: SitePlan, memberId: string): Promise<boolean> =>
  (await listOtherTeams(tx, plan, memberId)).some((team) => !takesAway(plan, team));

/** For a team plan: the active teams that the member owns by other plans. */
export const listOtherTeams = async (tx: Transaction, { id, rules }: SitePlan, memberId: string) =>
  rules.team ? (await listActiveTeams(tx, memberId)).filter((team) => team.planId !== id) : [];

/** Whether taking a plan ends another one. */
export function takesAway({ rules }: SitePlan, other: Pick<PlanConnection, 'planId' | 'type'>): boolean {
  const { addPlans, removePlans, removeFreePlans } = rules.onJoin;
  if (removePlans.includes(other.planId)) return true;
  return removeFreePlans && other.type === 'FREE' && !addPlans.includes(other.planId);
}

/**
 * Locks the places of plans with a limit, and of those that they add, all at once and in one order. A transaction that
 * may take places of several plans begins with it: two plans that add one another would deadlock otherwise.
 */
export async function lockPlacesOf(tx: Transaction, site: Site, plans: readonly SitePlan[]): Promise<void> {
  const limited = withAdded(site, plans).filter(hasLimit);
  if (limited.length > 0)
    await lockPlaces(
      tx,
      limited.map(({ id }) => id),
    );
}

/** Whether a plan has a place for the member. Locks the plan's places until the transaction ends. */
export async function hasPlace(tx: Transaction, { id, rules }: SitePlan, memberId: string): Promise<boolean> {
  if (rules.memberLimit === null) return true;
  await lockPlaces(tx, [id]);
  return (await countOthers(tx, id, memberId)) < rules.memberLimit;
}
