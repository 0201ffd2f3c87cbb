import { transaction } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { queueCancel, queueReturn } from './billing-jobs.ts';
import { findCheckout, listUnsettledCheckouts, updateCheckout, type CheckoutRecord } from './checkouts.store.ts';
import { listDueSubscriptions, listEnded, listOrphans } from './due-plans.store.ts';
import { lockIfThere } from './money.ts';
import { endPlan } from './plan-changes.ts';
import { findConnectionById } from './plans.store.ts';
import { settlePlanCheckout } from './settle-checkout.ts';
import { checkSubscription } from './subscriptions.ts';

/**
 * Makes up for everything that can get lost on the way: an event that never came, a process that died, an answer
 * that was not heard. Each repair is logged.
 */
export async function reconcilePlans(services: Services): Promise<void> {
  const { db } = services;
  for (const checkout of await listUnsettledCheckouts(db))
    await attempt(services, checkout.id, () => reconcileCheckout(services, checkout));
  for (const id of await listDueSubscriptions(db)) await attempt(services, id, () => checkSubscription(services, id));
  for (const id of await listOrphans(db)) await queueCancel(db, id, { atPeriodEnd: false });
  for (const { id } of await listEnded(db)) await attempt(services, id, () => endAccess(services, id));
}

/** One thing that cannot be settled now must not keep the rest from being settled. */
async function attempt({ log }: Services, subject: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ subject, err: error }, 'could not be reconciled this time');
  }
}

async function reconcileCheckout(services: Services, record: CheckoutRecord): Promise<void> {
  const { db, cards, log } = services;
  // Noted as looked at first: the next round begins with those that have waited longest since.
  await updateCheckout(db, record.id, {});
  if (record.state === 'returning') return queueReturn(db, record.id);
  const checkout = record.sessionId === null ? undefined : await cards.findCheckout(record.sessionId);
  if (checkout) await settlePlanCheckout(services, checkout);
  else if (record.isOver) await updateCheckout(db, record.id, { state: 'expired' });
  const after = await findCheckout(db, record.id);
  if (after && after.state !== record.state)
    log.warn({ checkout: record.id, from: record.state, to: after.state }, 'reconciliation repaired a checkout');
}

/** A checkout is ended at the provider; one that was paid faster is kept. */
export async function expireCheckout(services: Services, sessionId: string): Promise<void> {
  const checkout = await services.cards.expireCheckout(sessionId);
  if (checkout) await settlePlanCheckout(services, checkout);
}

/** Ends a plan that was bought for a time, once that is over. */
export async function endAccess(services: Services, connectionId: string): Promise<void> {
  const found = await findConnectionById(services.db, connectionId);
  if (!found) return;
  await transaction(services.db, async (tx) => {
    const member = await lockIfThere(services, tx, found.memberId);
    const connection = await findConnectionById(tx, connectionId);
    if (!member || !connection?.isOver || connection.closedAt) return;
    await endPlan(services, tx, { site: await services.sites.get(member.siteId), connection });
  });
}
