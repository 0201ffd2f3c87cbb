import {
  transaction,
  type Database,
  type Transaction,
  type TransactionOptions,
} from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockIfThere, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { isFree, type Site } from '../../sites/site.ts';
import {
  findIneligibility,
  lockPlacesOf,
  placeTurn,
  requireAdmission,
  requireEligible,
  withAdded,
  type Applicant,
} from './admission.ts';
import { findWishes, saveWishes } from './plan-wishes.store.ts';
import { listPlanConnections } from '../../entitlements/entitlements.ts';
import { applyJoinRules } from './join-rules.ts';
import { givePlan, takePlan } from './plan-changes.ts';
import { findActivePlan, freePlansAmong } from '../plans.ts';
import { findConnection } from '../plans.store.ts';

/** A plan that a member asks for. */
export interface PlanWish {
  site: Site;
  memberId: string;
  planId: string;
}

/**
 * Gives a member a free plan.
 *
 * @throws Refusal plan-not-found, plan-not-free, plan-restricted-to-admin, domain-not-permitted, already-have-plan,
 *   can-only-have-one-active-team, plan-member-limit-reached
 */
export async function addFreePlan(services: Services, { site, memberId, planId }: PlanWish): Promise<void> {
  const plan = findActivePlan(site, planId);
  if (!plan) throw new Refusal('plan-not-found');
  if (!isFree(plan)) throw new Refusal('plan-not-free');
  const join = async (tx: Transaction) => {
    const member = await lockMember(services, tx, memberId);
    requireEligible(plan, member);
    await lockPlacesOf(tx, site, [plan]);
    await joinFreePlan(services, tx, { site, member, planId });
  };
  await transaction(services.db, join, placeTurn(withAdded(site, [plan])));
}

interface Joining {
  site: Site;
  /** Locked by the caller. */
  member: Applicant;
  planId: string;
}

async function joinFreePlan(services: Services, tx: Transaction, { site, member, planId }: Joining): Promise<void> {
  const plan = findActivePlan(site, planId)!;
  await requireAdmission(tx, plan, member);
  await givePlan(services, tx, { site, memberId: member.id, plan });
  await applyJoinRules(services, tx, { site, member, plan });
}

/**
 * Gives a new member the free plans they asked for, and ignores the others. A plan for proved addresses is kept as a
 * wish until the address is proved.
 */
export async function takeFreePlans(
  services: Services,
  tx: Transaction,
  { site, memberId, planIds }: { site: Site; memberId: string; planIds: readonly string[] },
): Promise<void> {
  const wanted = freePlansAmong(site, planIds);
  if (wanted.length === 0) return;
  const member = await lockMember(services, tx, memberId);
  // Without plans that are refused anyway: their members must not wait for sign-ups.
  await lockPlacesOf(tx, site, eligibleAmong(site, wanted, member));
  const waiting: string[] = [];
  for (const planId of wanted) {
    try {
      await joinFreePlan(services, tx, { site, member, planId });
    } catch (error) {
      // Safe to go on: a refusal comes before the first write.
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'domain-not-permitted' && !member.verified) waiting.push(planId);
    }
  }
  if (waiting.length > 0) await saveWishes(tx, memberId, waiting);
}

/** Options of transactions with `takeFreePlans`, as `placeTurn`. */
export const freePlansTurn = (
  site: Site,
  planIds: readonly string[],
  newcomer: Pick<Applicant, 'email' | 'verified'>,
): TransactionOptions => placeTurn(withAdded(site, eligibleAmong(site, freePlansAmong(site, planIds), newcomer)));

const eligibleAmong = (site: Site, planIds: readonly string[], member: Pick<Applicant, 'email' | 'verified'>) =>
  planIds.map((planId) => findActivePlan(site, planId)!).filter((plan) => !findIneligibility(plan, member));

/** Gives a member with a proved address the plans they had asked for before. */
export async function grantWishes(services: Services, memberId: string): Promise<void> {
  await transaction(services.db, async (tx) => {
    const member = await lockIfThere(services, tx, memberId);
    if (!member?.verified) return;
    const planIds = await findWishes(tx, memberId);
    await saveWishes(tx, memberId, []);
    await takeFreePlans(services, tx, { site: await services.sites.get(member.siteId), memberId, planIds });
  });
}

/**
 * Takes a free plan away from a member.
 *
 * @throws Refusal plan-not-found, no-plan-found, plan-not-free for a paid plan, cannot-change-team-account for
 *   the plan of a team seat
 */
export async function removeFreePlan(
  services: Services,
  db: Database,
  { site, memberId, planId }: PlanWish,
): Promise<void> {
  if (!site.plans.some((plan) => plan.id === planId)) throw new Refusal('plan-not-found');
  await transaction(db, async (tx) => {
    await lockMember(services, tx, memberId);
    const connection = await findConnection(tx, memberId, planId);
    if (connection && connection.status !== 'CANCELED') {
      if (connection.type !== 'FREE')
        throw new Refusal('plan-not-free', {
          message: 'This plan is paid for. It is changed and ended in the billing portal.',
        });
      return takePlan(tx, { site, connection });
    }
    const shared = (await listPlanConnections(tx, memberId)).some((each) => each.planId === planId && each.active);
    throw new Refusal(shared ? 'cannot-change-team-account' : 'no-plan-found');
  });
}
