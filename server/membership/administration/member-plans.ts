import { transaction, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockMember } from '../members/members.ts';
import { removeFreePlan } from '../plans/grants/free-plans.ts';
import { grantPlanOf } from '../plans/grants/grants.ts';
import { findActivePlan } from '../plans/plans.ts';
import type { Services } from '../services.ts';
import { isFree, type Site } from '../sites/site.ts';
import { recordAct } from '../audit/audit.ts';

interface Gift {
  site: Site;
  /** Locked by the caller. */
  memberId: string;
  planId: string;
}

/**
 * Gives a plan that costs nothing; who may have it is the site's own decision. Safe to repeat.
 *
 * @throws Refusal plan-not-found, plan-not-free: what costs something is given for money alone
 */
export async function giveFreePlan(services: Services, tx: Transaction, gift: Gift): Promise<void> {
  const plan = findActivePlan(gift.site, gift.planId);
  if (!plan) throw new Refusal('plan-not-found');
  if (!isFree(plan)) throw new Refusal('plan-not-free');
  await grantPlanOf(services, tx, gift);
}

/** @throws Refusal as giveFreePlan, and member-not-found */
export const addPlanAs = (services: Services, { actor, ...gift }: Gift & { actor: string }): Promise<void> =>
  transaction(services.db, async (tx) => {
    const { memberId, planId: note, site } = gift;
    await lockMember(services, tx, memberId);
    await giveFreePlan(services, tx, gift);
    await recordAct(tx, { siteId: site.id, actor, action: 'plan.added', subject: memberId, note });
  });

/** @throws Refusal plan-not-found, no-plan-found, plan-not-free, cannot-change-team-account, member-not-found */
export const removePlanAs = (services: Services, { actor, ...gift }: Gift & { actor: string }): Promise<void> =>
  transaction(services.db, async (tx) => {
    const { memberId, planId: note, site } = gift;
    await removeFreePlan(services, tx, gift);
    await recordAct(tx, { siteId: site.id, actor, action: 'plan.removed', subject: memberId, note });
  });
