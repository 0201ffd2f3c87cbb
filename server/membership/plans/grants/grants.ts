import type { Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import { isFree, type Site } from '../../sites/site.ts';
import { isActive } from '../../entitlements/active.ts';
import { listOtherTeams } from './admission.ts';
import { givePlan, isRunning, takePlan } from './plan-changes.ts';
import { findConnection } from '../plans.store.ts';

/** A plan to give, with its payment; none for a free plan. */
export interface PlanGrant {
  planId: string;
  payment?: {
    priceId: string;
    /** Paid or due, in cents. */
    amountCents: number;
    /** ISO 4217, upper case. */
    currency: string;
    /** The card provider's word, such as `paid`. */
    status: string;
    lastBilledAt?: Date | undefined;
  };
}

/**
 * Gives a member, whom the caller has locked, a plan of their site. The service decides, so admission rules do not apply,
 * except that a member owns one team. Idempotent; a repetition updates the payment. A running subscription stays as it is.
 *
 * @throws Refusal plan-not-found for a plan or price the site does not have; can-only-have-one-active-team
 */
export async function grantPlanOf(
  services: Services,
  tx: Transaction,
  { site, memberId, planId, payment }: PlanGrant & { site: Site; memberId: string },
): Promise<void> {
  const plan = site.plans.find((each) => each.id === planId);
  const price = plan?.prices.find((each) => each.id === payment?.priceId);
  if (!plan || (!isFree(plan) && !price)) throw new Refusal('plan-not-found');
  const connection = await findConnection(tx, memberId, planId);
  if (connection && isActive(connection.status) && isRunning(connection)) return;
  if ((await listOtherTeams(tx, plan, memberId)).length > 0) throw new Refusal('can-only-have-one-active-team');
  await givePlan(services, tx, {
    site,
    memberId,
    plan,
    price,
    known: payment
      ? {
          priceId: payment.priceId,
          amountCents: payment.amountCents,
          currency: payment.currency,
          paymentStatus: payment.status,
          lastBilledAt: payment.lastBilledAt ?? null,
        }
      : {},
  });
}

/** Takes a plan away from a member whom the caller has locked, and ends its subscription. Idempotent. */
export async function revokePlanOf(
  tx: Transaction,
  { site, memberId, planId }: { site: Site; memberId: string; planId: string },
): Promise<void> {
  const connection = await findConnection(tx, memberId, planId);
  if (connection) await takePlan(tx, { site, connection });
}
