import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockMember } from '../members/members.ts';
import { wouldLeaveTeam } from '../plans/grants/admission.ts';
import { removeFreePlan } from '../plans/grants/free-plans.ts';
import { grantPlanOf } from '../plans/grants/grants.ts';
import { findActivePlan } from '../plans/plans.ts';
import type { Services } from '../services.ts';
import { isFree, type Site, type SitePlan } from '../sites/site.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';

interface Gift {
  site: Site;
  /** Locked by the caller. */
  memberId: string;
  planId: string;
}

/**
 * Gives a free plan; of the admission rules that of one team alone applies to the site's own server. Idempotent.
 *
 * @throws Refusal plan-not-found, plan-not-free, can-only-have-one-active-team
 */
export async function giveFreePlan(services: Services, tx: Transaction, gift: Gift): Promise<void> {
  const plan = requireFreePlan(gift.site, gift.planId);
  if (await wouldLeaveTeam(tx, plan, gift.memberId))
    throw new Refusal('can-only-have-one-active-team', {
      message: 'This member has a seat in a team, which a team of their own would end.',
    });
  await grantPlanOf(services, tx, gift);
}

/** A plan that may be given. @throws Refusal plan-not-found, plan-not-free */
export const requireFreePlan = (site: Site, planId: string): SitePlan => requireFree(findActivePlan(site, planId));

/** A plan that may be taken: a retired one, too. @throws Refusal plan-not-found, plan-not-free */
export const requireTakeablePlan = (site: Site, planId: string): SitePlan =>
  requireFree(site.plans.find(({ id }) => id === planId));

function requireFree(plan: SitePlan | undefined): SitePlan {
  if (!plan) throw new Refusal('plan-not-found');
  if (!isFree(plan)) throw new Refusal('plan-not-free');
  return plan;
}

/**
 * Gives a free plan and records it in the audit trail.
 *
 * @param db a transaction to join
 * @throws Refusal as giveFreePlan, and member-not-found
 */
export const addPlanAs = (
  services: Services,
  { actor, staffId, reason, ...gift }: Gift & AuditedBy,
  db: Database = services.db,
): Promise<void> =>
  transaction(db, async (tx) => {
    const { memberId, planId: note, site } = gift;
    await lockMember(services, tx, memberId);
    await giveFreePlan(services, tx, gift);
    const by = { actor, staffId, reason };
    await recordAct(tx, { ...by, siteId: site.id, action: 'plan.added', subject: memberId, note });
  });

/**
 * Takes a free plan.
 *
 * @param db a transaction to join
 * @throws Refusal plan-not-found, no-plan-found, plan-not-free, cannot-change-team-account, member-not-found
 */
export const removePlanAs = (
  services: Services,
  { actor, staffId, reason, ...gift }: Gift & AuditedBy,
  db: Database = services.db,
): Promise<void> =>
  transaction(db, async (tx) => {
    const { memberId, planId: note, site } = gift;
    await removeFreePlan(services, tx, gift);
    const by = { actor, staffId, reason };
    await recordAct(tx, { ...by, siteId: site.id, action: 'plan.removed', subject: memberId, note });
  });
