import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockIfThere, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { isFree, type Site } from '../../sites/site.ts';
import { placeTurn, requireAdmission, type Applicant } from './admission.ts';
import { findWishes, saveWishes } from './plan-wishes.store.ts';
import { listPlanConnections } from '../../entitlements/entitlements.ts';
import { applyJoinRules } from './join-rules.ts';
import { givePlan, takePlan } from './plan-changes.ts';
import { findActivePlan, freePlansAmong } from '../plans.ts';
import { findConnection } from '../plans.store.ts';

export interface PlanWish {
  site: Site;
  memberId: string;
  planId: string;
}

/**
 * Gives a member a plan that costs nothing.
 *
 * @throws Refusal plan-not-found, plan-not-free, plan-restricted-to-admin, domain-not-permitted, already-have-plan,
 *   can-only-have-one-active-team, plan-member-limit-reached
 */
export async function addFreePlan(services: Services, { site, memberId, planId }: PlanWish): Promise<void> {
  const plan = findActivePlan(site, planId);
  if (!plan) throw new Refusal('plan-not-found');
  if (!isFree(plan)) throw new Refusal('plan-not-free');
  const join = async (tx: Transaction) =>
    joinFreePlan(services, tx, { site, member: await lockMember(services, tx, memberId), planId });
  await transaction(services.db, join, placeTurn(plan));
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
 * Gives a newcomer those of the plans they asked for that may be had for the asking, and no word about the others. What
 * asks for a proved address is kept until theirs is proved.
 */
export async function takeFreePlans(
  services: Services,
  tx: Transaction,
  { site, memberId, planIds }: { site: Site; memberId: string; planIds: readonly string[] },
): Promise<void> {
  const wanted = freePlansAmong(site, planIds);
  if (wanted.length === 0) return;
  const member = await lockMember(services, tx, memberId);
  const waiting: string[] = [];
  for (const planId of wanted) {
    try {
      await joinFreePlan(services, tx, { site, member, planId });
    } catch (error) {
      // Nothing is written before a refusal.
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'domain-not-permitted' && !member.verified) waiting.push(planId);
    }
  }
  if (waiting.length > 0) await saveWishes(tx, memberId, waiting);
}

/** Gives a member who has proved their address what they asked for before. */
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
 * Takes a plan that costs nothing away from a member.
 *
 * @throws Refusal plan-not-found, no-plan-found, plan-not-free for what is paid for, cannot-change-team-account for
 *   what comes with a team
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
