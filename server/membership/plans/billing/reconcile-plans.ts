import { attemptEach } from '../../../platform/cards/attempt-each.ts';
import { transaction } from '../../../platform/database/database.ts';
import { lockIfThere } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { listSites } from '../../sites/sites.ts';
import { queueCancel, queueReturn } from './billing-jobs.ts';
import {
  findCheckout,
  listAwaitedTestCheckouts,
  listUnsettledCheckouts,
  noteLookedAt,
  type CheckoutRecord,
} from '../checkouts/checkouts.store.ts';
import { listDueSubscriptions, listEnded, listOrphans, listPurchases } from './due-plans.store.ts';
import { endUnpaidNow } from '../checkouts/end-checkout.ts';
import { endPlan } from '../grants/plan-changes.ts';
import { findConnectionById, type ConnectionRecord } from '../plans.store.ts';
import { settlePlanCheckout } from '../checkouts/settle-checkout.ts';
import { checkSubscription } from './subscriptions.ts';

/**
 * Makes up for everything that can get lost on the way: an event that never came, a process that died, an answer
 * that was not heard. Each repair is logged.
 */
export async function reconcilePlans(services: Services): Promise<void> {
  const { db, cards } = services;
  await attemptEach(services, await listUnsettledCheckouts(db, cards.live), (checkout) =>
    reconcileCheckout(services, checkout),
  );
  await attemptEach(services, await listDueSubscriptions(db, cards.live), (id) => checkSubscription(services, id));
  for (const id of await listOrphans(db, cards.live))
    await transaction(db, (tx) => queueCancel(tx, id, { atPeriodEnd: false }));
  await attemptEach(services, await listEnded(db), ({ id }) => endAccess(services, id));
  if (!services.production) return;
  const live = (await listSites(db)).filter(({ mode }) => mode === 'live');
  await attemptEach(services, live, ({ id }) => endTestPurchases(services, id));
}

async function reconcileCheckout(services: Services, record: CheckoutRecord): Promise<void> {
  const { db, cards, log } = services;
  // Noted as looked at first: the next round begins with those that have waited longest since.
  await noteLookedAt(db, record.id);
  if (record.state === 'returning') return transaction(db, (tx) => queueReturn(tx, record.id));
  const checkout = record.sessionId === null ? undefined : await cards.findCheckout(record.sessionId);
  if (checkout) await settlePlanCheckout(services, checkout);
  else if (record.isOver) await endUnpaidNow(db, record.id, 'expired');
  const after = await findCheckout(db, record.id);
  if (after && after.state !== record.state)
    log.warn({ checkout: record.id, from: record.state, to: after.state }, 'reconciliation repaired a checkout');
}

/** Ends a plan that was bought for a time, once that is over. */
export const endAccess = (services: Services, connectionId: string): Promise<void> =>
  endIf(services, connectionId, ({ isOver }) => isOver);

/** Ends what was bought with test cards at a site that is live now: nobody has paid for it. */
export async function endTestPurchases(services: Services, siteId: string): Promise<void> {
  // Nobody waits any more for what they may bring; what they bring all the same goes back.
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
