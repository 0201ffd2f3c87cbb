import type { PlanConnection } from '../../../../contract/members.ts';
import type { Transaction, TransactionOptions } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MemberRecord } from '../../members/members.ts';
import type { SitePlan } from '../../sites/site.ts';
import { hasJoinedTeam, listActiveTeams } from '../../teams/teams.ts';
import { listPlanConnections } from '../../entitlements/entitlements.ts';
import { countOthers, lockPlaces } from './places.store.ts';

/** For transactions that take a place: in a rush on a plan with a limit they wait for it without a connection. */
export const placeTurn = ({ id, rules }: SitePlan): TransactionOptions =>
  rules.memberLimit === null ? {} : { turn: `plan ${id}` };

/** Who asks for a plan. */
export type Applicant = Pick<MemberRecord, 'id' | 'email' | 'verified'>;

/**
 * Whether a member may have a plan that is free or that they are about to pay for. Joins the caller's transaction,
 * which has locked the member; of a plan with a limit, the place that was found free stays free until it ends.
 *
 * @throws Refusal plan-restricted-to-admin, domain-not-permitted, already-have-plan, can-only-have-one-active-team,
 *   plan-member-limit-reached
 */
export async function requireAdmission(tx: Transaction, plan: SitePlan, member: Applicant): Promise<void> {
  requireEligible(plan, member);
  const connections = await listPlanConnections(tx, member.id);
  if (connections.some((each) => each.planId === plan.id && each.active)) throw new Refusal('already-have-plan');
  const isInTeam = plan.rules.team && (await hasJoinedTeam(tx, member.id));
  if (isInTeam || (await wouldOwnTwoTeams(tx, plan, member.id))) throw new Refusal('can-only-have-one-active-team');
  if (!(await hasPlace(tx, plan, member.id))) throw new Refusal('plan-member-limit-reached');
}

/** @throws Refusal plan-restricted-to-admin, domain-not-permitted */
function requireEligible({ rules }: SitePlan, { email, verified }: Applicant): void {
  if (rules.restrictToAdmin) throw new Refusal('plan-restricted-to-admin');
  // Anybody can type an address of the domain; whoever has proved it belongs there.
  const domain = verified ? email.slice(email.lastIndexOf('@') + 1) : undefined;
  const { allowedEmailDomains } = rules;
  if (allowedEmailDomains.length > 0 && !(domain !== undefined && allowedEmailDomains.includes(domain)))
    throw new Refusal('domain-not-permitted');
}

/** Whether a member who takes this plan has two active teams of their own then: the one they have is not replaced. */
export const wouldOwnTwoTeams = async (tx: Transaction, plan: SitePlan, memberId: string): Promise<boolean> =>
  (await listOtherTeams(tx, plan, memberId)).some((team) => !takesAway(plan, team));

/** The active teams a member owns by other plans, where this one is for teams too. */
export const listOtherTeams = async (tx: Transaction, { id, rules }: SitePlan, memberId: string) =>
  rules.team ? (await listActiveTeams(tx, memberId)).filter((team) => team.planId !== id) : [];

/** Whether another plan goes when this one is taken. */
export function takesAway({ rules }: SitePlan, other: Pick<PlanConnection, 'planId' | 'type'>): boolean {
  const { addPlans, removePlans, removeFreePlans } = rules.onJoin;
  if (removePlans.includes(other.planId)) return true;
  return removeFreePlans && other.type === 'FREE' && !addPlans.includes(other.planId);
}

/** Whether the plan takes this member beside all others; they then keep their place until the transaction ends. */
export async function hasPlace(tx: Transaction, { id, rules }: SitePlan, memberId: string): Promise<boolean> {
  if (rules.memberLimit === null) return true;
  await lockPlaces(tx, id);
  return (await countOthers(tx, id, memberId)) < rules.memberLimit;
}
