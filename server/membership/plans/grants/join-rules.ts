import type { Transaction } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import { isFree, type Site, type SitePlan } from '../../sites/site.ts';
import { isActive } from '../../entitlements/active.ts';
import { hasPlace, listOtherTeams, takesAway, wouldLeaveTeam, type Applicant } from './admission.ts';
import { queueCancel } from '../billing/billing-jobs.ts';
import { endPlan, givePlan, isRunning, takePlan } from './plan-changes.ts';
import { findActivePlan } from '../plans.ts';
import { moveSeats } from '../../teams/teams.ts';
import { findConnection, listConnections, type ConnectionRecord } from '../plans.store.ts';

interface Joined {
  site: Site;
  /** Locked by the caller. */
  member: Pick<Applicant, 'id'>;
  /** The plan they have just taken. */
  plan: SitePlan;
  /** Whether their other subscriptions end with their paid period, whatever the plan's rules say. */
  replacesSubscriptions?: boolean;
}

/** Applies a plan's rules on joining: plans it adds and ends. Not transitive: added plans apply no rules of their own. */
export async function applyJoinRules(services: Services, tx: Transaction, joined: Joined): Promise<void> {
  for (const connection of await listConnections(tx, joined.member.id))
    if (connection.planId !== joined.plan.id && connection.status !== 'CANCELED')
      await applyToOther(services, tx, { ...joined, connection });
  for (const planId of joined.plan.rules.onJoin.addPlans) await addAlong(services, tx, joined, planId);
}

async function applyToOther(
  services: Services,
  tx: Transaction,
  { site, member, plan, replacesSubscriptions, connection }: Joined & { connection: ConnectionRecord },
): Promise<void> {
  if (takesAway(plan, connection)) {
    const taken = await findConnection(tx, member.id, plan.id);
    if (taken) await moveSeats(tx, { site, from: connection.id, to: taken.id });
    await (connection.type === 'FREE'
      ? takePlan(tx, { site, connection })
      : endPlan(services, tx, { site, connection }));
    // The paid period may be used up.
  } else if ((replacesSubscriptions || plan.rules.onJoin.cancelSubscriptions) && isRunning(connection))
    await queueCancel(tx, connection.subscriptionId, { atPeriodEnd: true });
}

/** Adds a plan. The site decides, so of the admission rules only the limit of places and of one team apply. */
async function addAlong(services: Services, tx: Transaction, { site, member }: Joined, planId: string): Promise<void> {
  const plan = findActivePlan(site, planId);
  if (!plan || !isFree(plan)) return;
  const connection = await findConnection(tx, member.id, planId);
  if (connection && isActive(connection.status)) return;
  if ((await listOtherTeams(tx, plan, member.id)).length > 0 || (await wouldLeaveTeam(tx, plan, member.id))) return;
  if (await hasPlace(tx, plan, member.id)) await givePlan(services, tx, { site, memberId: member.id, plan });
}
