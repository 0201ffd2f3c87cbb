import { attemptEach, listMs } from '../../../platform/cards/attempt-each.ts';
import { transaction } from '../../../platform/database/database.ts';
import { retryGivenUp } from '../../../platform/jobs.ts';
import { lockIfThere } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { cancelSubscriptionJob, queueCancel, queueReturn } from './billing-jobs.ts';
import {
  findCheckout,
  listAwaitedTestCheckouts,
  listUnsettledCheckouts,
  noteLookedAt,
  type CheckoutRecord,
} from '../checkouts/checkouts.store.ts';
import {
  listDueSubscriptions,
  listEnded,
  listLiveSitesWithTests,
  listOrphans,
  listPurchases,
} from './due-plans.store.ts';
import { endUnpaidNow } from '../checkouts/end-checkout.ts';
import { endPlan } from '../grants/plan-changes.ts';
import { findConnectionById, type ConnectionRecord } from '../plans.store.ts';
import { settlePlanCheckout } from '../checkouts/settle-checkout.ts';
import { checkSubscription } from './subscriptions.ts';

/**
 * Reconciliation with the card provider: repairs lost events, crashes between two steps and lost answers. Each repair is
 * logged.
 */
export async function reconcilePlans(services: Services): Promise<void> {
  const { db, cards } = services;
  // First what asks the provider nothing: it is done however long the answers take.
  for (const id of await listOrphans(db, cards.live))
    await transaction(db, (tx) => queueCancel(tx, id, { atPeriodEnd: false }));
  // Not all are orphans: one that another subscription replaced ends with its period, and a deleted member's has no connection.
  await retryGivenUp(db, cancelSubscriptionJob);
  await attemptEach(services, await listEnded(db), ({ id }) => endAccess(services, id));
  const checkouts = await listUnsettledCheckouts(db, cards.live);
  await attemptEach(services, checkouts, (checkout) => reconcileCheckout(services, checkout), { forMs: listMs });
  const due = await listDueSubscriptions(db, cards.live);
  await attemptEach(services, due, (id) => checkSubscription(services, id), { forMs: listMs });
  if (!services.production) return;
  await attemptEach(services, await listLiveSitesWithTests(db), (siteId) => endTestPurchases(services, siteId));
}

async function reconcileCheckout(services: Services, record: CheckoutRecord): Promise<void> {
  const { db, cards, log } = services;
  // Recorded before the attempt: one that always fails moves to the end of the queue and blocks none.
  await noteLookedAt(db, record.id);
  if (record.state === 'returning') return transaction(db, (tx) => queueReturn(tx, record.id));
  const checkout = record.sessionId === null ? undefined : await cards.findCheckout(record.sessionId);
  if (checkout) await settlePlanCheckout(services, checkout);
  else if (record.isOver) await endUnpaidNow(db, record.id, 'expired');
  const after = await findCheckout(db, record.id);
  if (after && after.state !== record.state)
    log.warn({ checkout: record.id, from: record.state, to: after.state }, 'reconciliation repaired a checkout');
}

/** Ends a plan that was bought for a time, once that has passed. */
export const endAccess = (services: Services, connectionId: string): Promise<void> =>
  endIf(services, connectionId, ({ isOver }) => isOver);

/** Ends test purchases at a site that is live now. */
export async function endTestPurchases(services: Services, siteId: string): Promise<void> {
  // Open test checkouts expire; one that is paid all the same is refunded.
  for (const { id } of await listAwaitedTestCheckouts(services.db, siteId))
    await endUnpaidNow(services.db, id, 'expired');
  for (const { id } of await listPurchases(services.db, { siteId, live: false })) await endIf(services, id, () => true);
}

async function endIf(
  services: Services,
  connectionId: string,
  isWanted: (connection: ConnectionRecord) => boolean,
): Promise<void> {
  const found = await findConnectionById(services.db, connectionId);
  if (!found) return;
  await transaction(services.db, async (tx) => {
    const member = await lockIfThere(services, tx, found.memberId);
    const connection = await findConnectionById(tx, connectionId);
    if (!member || !connection || connection.closedAt || !isWanted(connection)) return;
    await endPlan(services, tx, { site: await services.sites.get(member.siteId), connection });
  });
}
