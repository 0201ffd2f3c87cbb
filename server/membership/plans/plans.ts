import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isFree, type PlanRedirects, type Site } from '../sites/site.ts';
import { deleteConnection, listConnectionRows, saveConnection, type ConnectionRow } from './plans.store.ts';

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

type WireConnection = Member['planConnections'][number];

/** The plans a member has, as the wire knows them. */
export async function listPlanConnections(db: Database, memberId: string): Promise<WireConnection[]> {
  return (await listConnectionRows(db, memberId)).map(toWireConnection);
}

function toWireConnection(row: ConnectionRow): WireConnection {
  const milliseconds = (date: Date | null) => date?.getTime() ?? null;
  return {
    id: row.id,
    active: row.status === 'ACTIVE' || row.status === 'TRIALING',
    status: row.status,
    planId: row.plan_id,
    type: row.type,
    payment:
      row.amount_cents === null
        ? null
        : {
            amount: row.amount_cents / 100,
            currency: row.currency ?? '',
            status: row.payment_status ?? '',
            lastBillingDate: milliseconds(row.last_billed_at),
            nextBillingDate: milliseconds(row.next_billing_at),
            cancelAtDate: milliseconds(row.cancel_at),
            priceId: row.price_id,
          },
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
  const owned = new Set(member.planConnections.filter((each) => each.active).map((each) => each.planId));
  const redirects = site.plans
    .filter((plan) => owned.has(plan.id) && plan.redirects[moment] !== undefined)
    .toSorted((one, other) => (one.priority ?? Infinity) - (other.priority ?? Infinity));
  return redirects[0]?.redirects[moment] ?? null;
}

/** The gated parts of a site that a member may see. */
export function contentGroupsFor(site: Site, member: Member): Site['contentGroups'] {
  const owned = new Set(member.planConnections.filter((each) => each.active).map((each) => each.planId));
  return site.contentGroups.filter((group) => group.allowAllMembers || group.plans.some(({ id }) => owned.has(id)));
}
