import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isFree, type PlanRedirects, type Site } from '../sites/site.ts';
import { entitledPlanIds } from './entitlements.ts';
import { deleteConnection, saveConnection } from './plans.store.ts';

/** A plan to be given, and what is known of its payment; none for a free plan. */
export interface PlanGrant {
  planId: string;
  payment?: {
    priceId: string;
    /** What was paid or is due, in cents. */
    amountCents: number;
    /** ISO 4217, upper case. */
    currency: string;
    /** As the card provider puts it, `paid` say. */
    status: string;
    lastBilledAt?: Date | undefined;
  };
}

/**
 * Gives a member a plan of their site. Safe to repeat; a repetition renews what is known of the payment.
 *
 * @throws Refusal plan-not-found for a plan or price the site does not have
 */
export async function grantPlanOf(site: Site, tx: Database, memberId: string, grant: PlanGrant): Promise<void> {
  const plan = site.plans.find((each) => each.id === grant.planId);
  const price = plan?.prices.find((each) => each.id === grant.payment?.priceId);
  if (!plan || (!isFree(plan) && !price)) throw new Refusal('plan-not-found');
  await saveConnection(tx, {
    id: newId('con_'),
    memberId,
    planId: plan.id,
    type: price?.type ?? 'FREE',
    payment: grant.payment && { ...grant.payment, lastBilledAt: grant.payment.lastBilledAt ?? null },
  });
}

/** Takes a plan away. Safe to repeat. */
export const revokePlan = (tx: Database, memberId: string, planId: string): Promise<void> =>
  deleteConnection(tx, memberId, planId);

/** What may be had for the asking: paid plans and unknown ids are left out without a word. */
export function freePlansAmong(site: Site, planIds: readonly string[]): string[] {
  return site.plans
    .filter((plan) => isFree(plan) && plan.status === 'ACTIVE' && planIds.includes(plan.id))
    .map((plan) => plan.id);
}

/** Where a member goes next: their own redirect first, then that of their plan that matters most. */
export function redirectFor(site: Site, member: Member, moment: keyof PlanRedirects): string | null {
  if (member.loginRedirect !== null && moment !== 'afterLogout') return member.loginRedirect;
  const owned = entitledPlanIds(member.planConnections);
  const redirects = site.plans
    .filter((plan) => owned.has(plan.id) && plan.redirects[moment] !== undefined)
    .toSorted((one, other) => (one.priority ?? Infinity) - (other.priority ?? Infinity));
  return redirects[0]?.redirects[moment] ?? null;
}
