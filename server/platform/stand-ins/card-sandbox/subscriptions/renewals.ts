import type { Transaction } from '../../../database/database.ts';
import { collectInvoice } from './collect-invoice.ts';
import { findReduction } from '../checkouts/discounts.ts';
import { hostedPage, recordEvents, type Story } from '../events/events.ts';
import { renewalLines, writeInvoice } from './invoices.ts';
import { getObject, saveObject, type StoredObject } from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { findCardOf } from '../payments/saved-cards.ts';
import { endedSubscription, hasEnded } from './subscription-states.ts';
import { resetTask } from '../store/task.store.ts';
import { nowSeconds } from '../wire/ids.ts';
import { addDays, periodEnd } from '../wire/periods.ts';
import { periodOf, recurringOf, withPeriod } from '../wire/subscription-objects.ts';
import type { Subscription } from '../wire/subscription-types.ts';

const warningDays = 3;

/** Sets the alarms of a period that has begun. */
export async function setAlarms(tx: Transaction, subscription: Subscription): Promise<void> {
  const { end } = periodOf(subscription);
  await resetTask(tx, 'renew', subscription.id, end - nowSeconds());
  if (subscription.status === 'trialing')
    await resetTask(tx, 'trial-ending', subscription.id, Math.max(0, addDays(end, -warningDays) - nowSeconds()));
}

/**
 * What the alarm at a period's end does.
 *
 * @returns false when it rang too early: the clocks of database and process may differ
 */
export function renewDue(sandbox: Sandbox, id: string): Promise<boolean> {
  return change(sandbox, async (tx) => {
    const found = await getObject(tx, 'subscription', id, { lock: true });
    if (hasEnded(found.data)) return true;
    if (periodOf(found.data).end > nowSeconds()) return false;
    await recordEvents(tx, hostedPage, await endPeriod(tx, sandbox.publicUrl, found));
    return true;
  });
}

/** Says that a trial is about to end, if it still is one. */
export async function warnOfTrialEnd(sandbox: Sandbox, id: string): Promise<void> {
  await change(sandbox, async (tx) => {
    const { data: subscription } = await getObject(tx, 'subscription', id, { lock: true });
    if (subscription.status === 'trialing')
      await recordEvents(tx, hostedPage, [['customer.subscription.trial_will_end', subscription]]);
  });
}

/**
 * Ends a subscription's period or trial, and begins the next one with an invoice, or ends the subscription if that is
 * scheduled. Called before its time, the period ends now.
 *
 * @param found locked
 */
export async function endPeriod(
  tx: Transaction,
  publicUrl: string,
  found: StoredObject<'subscription'>,
): Promise<Story> {
  const before = found.data;
  if (before.cancel_at_period_end) return endNow(tx, before, 'cancellation_requested');
  const isTrial = before.status === 'trialing';
  if (isTrial && found.inner.withoutCard === 'cancel' && !(await findCardOf(tx, before)))
    return endNow(tx, before, null);
  const begun = nextPeriod(before);
  const reduction = await findReduction(tx, begun);
  const billed = await writeInvoice(tx, {
    publicUrl,
    subscription: begun,
    reason: 'subscription_cycle',
    lines: await renewalLines(tx, begun, reduction),
    reduction,
  });
  await saveObject(tx, 'subscription', billed.subscription);
  await setAlarms(tx, billed.subscription);
  const story: Story = [['customer.subscription.updated', billed.subscription], ...billed.story];
  if (billed.invoice.status === 'paid') return story;
  const invoice = await getObject(tx, 'invoice', billed.invoice.id, { lock: true });
  return [...story, ...(await collectInvoice(tx, { ...found, data: billed.subscription }, invoice))];
}

async function endNow(tx: Transaction, before: Subscription, reason: 'cancellation_requested' | null): Promise<Story> {
  const ended = endedSubscription(before, reason);
  await saveObject(tx, 'subscription', ended);
  return [['customer.subscription.deleted', ended]];
}

function nextPeriod(before: Subscription): Subscription {
  const { end: planned } = periodOf(before);
  const start = Math.min(planned, nowSeconds());
  const isEarly = start < planned;
  const anchor = isEarly ? start : before.billing_cycle_anchor;
  const [item] = before.items.data;
  if (!item) throw new Error(`the subscription ${before.id} has no items`);
  const period = { start, end: periodEnd(anchor, start, recurringOf(item.price)) };
  const isTrial = before.status === 'trialing';
  return {
    ...withPeriod(before, period),
    billing_cycle_anchor: anchor,
    status: isTrial ? 'active' : before.status,
    trial_end: isTrial ? start : before.trial_end,
  };
}
