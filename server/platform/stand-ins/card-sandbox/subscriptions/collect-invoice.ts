import type { Transaction } from '../../../database/database.ts';
import { forcedVerdict, judgeCard, type Verdict } from '../payments/card-verdict.ts';
import { beginCollecting, conclude, type Collected } from './collection.ts';
import { hostedPage, recordEvents, type Story } from '../events/events.ts';
import { getObject, saveObject, type StoredObject } from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { findCardOf, type KeptCard } from '../payments/saved-cards.ts';
import { afterAttempt, countAttempt, hasEnded } from './subscription-states.ts';
import { resetTask } from '../store/task.store.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { Invoice, Subscription } from '../wire/subscription-types.ts';

/**
 * Tries to collect an invoice off-session. What that does to the subscription is saved.
 *
 * @param subscription locked
 */
export async function collectInvoice(
  tx: Transaction,
  { data: subscription, inner }: StoredObject<'subscription'>,
  invoice: StoredObject<'invoice'>,
): Promise<Story> {
  const card = await findCardOf(tx, subscription);
  const { nextPayment, ...rest } = inner;
  const asked = { amount: invoice.data.amount_due, cardholder: 'absent' as const };
  const verdict = nextPayment ? forcedVerdict(nextPayment) : card && judgeCard(card.number, asked);
  const counted = { ...invoice, data: countAttempt(invoice.data) };
  const collected = await attempt(tx, counted, card, verdict);
  const after = afterAttempt(subscription, collected.invoice, verdict?.answer === 'settles');
  await saveObject(tx, 'subscription', after, rest);
  const next = collected.invoice.next_payment_attempt;
  if (next !== null) await resetTask(tx, 'collect', invoice.data.id, next - nowSeconds());
  return [...collected.story, ...storyOfChange(subscription, after)];
}

async function attempt(
  tx: Transaction,
  invoice: StoredObject<'invoice'>,
  card: KeptCard | undefined,
  verdict: Verdict | undefined,
): Promise<Collected> {
  if (card && verdict) return conclude(await beginCollecting(tx, invoice, card), verdict);
  const failed: Invoice = { ...invoice.data, attempted: true };
  await saveObject(tx, 'invoice', failed);
  return { invoice: failed, story: [['invoice.payment_failed', failed]] };
}

/** A subscription's own event, where something about it changed. */
export function storyOfChange(before: Subscription, after: Subscription): Story {
  if (after.status === before.status) return [];
  return [[hasEnded(after) ? 'customer.subscription.deleted' : 'customer.subscription.updated', after]];
}

/** Locks an open invoice and its subscription, in the common lock order. */
export async function lockInvoice(tx: Transaction, id: string) {
  const { data } = await getObject(tx, 'invoice', id);
  const subscription = await getObject(tx, 'subscription', data.parent.subscription_details.subscription, {
    lock: true,
  });
  return { subscription, invoice: await getObject(tx, 'invoice', id, { lock: true }) };
}

/**
 * Retries an unpaid invoice. No effect if it was paid or retried meanwhile.
 *
 * @param options.isDemanded retries before its time, by a button of the tool page
 * @returns false when it is too early: the clocks of database and process may differ
 */
export function retryInvoice(sandbox: Sandbox, id: string, { isDemanded }: { isDemanded: boolean }): Promise<boolean> {
  return change(sandbox, async (tx) => {
    const { subscription, invoice } = await lockInvoice(tx, id);
    const next = invoice.data.next_payment_attempt;
    if (invoice.data.status !== 'open' || hasEnded(subscription.data) || next === null) return true;
    if (!isDemanded && next > nowSeconds()) return false;
    await recordEvents(tx, hostedPage, await collectInvoice(tx, subscription, invoice));
    return true;
  });
}
