import type { Transaction } from '../../../database/database.ts';
import { judgeCard } from '../payments/card-verdict.ts';
import { hostedPage, recordEvents, type Story } from '../events/events.ts';
import { findObject, getObject, listObjects, saveObject } from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { keepCard } from '../payments/saved-cards.ts';
import { hasEnded } from './subscription-states.ts';
import { updateSubscription } from './subscriptions.ts';
import type { PaidWith } from '../wire/card.ts';

/** How many of a customer's subscriptions are looked at. */
const most = 100;

/** Schedules or cancels the end of a customer's own subscription; another customer's is ignored. */
export async function setCancellation(
  sandbox: Sandbox,
  { customer, id, atPeriodEnd }: { customer: string; id: string; atPeriodEnd: boolean },
): Promise<void> {
  await change(sandbox, async (tx) => {
    const found = await findObject(tx, 'subscription', id, { lock: true });
    if (!found || found.data.customer !== customer || hasEnded(found.data)) return;
    if (found.data.cancel_at_period_end === atPeriodEnd) return;
    const form = { cancel_at_period_end: String(atPeriodEnd) };
    await updateSubscription({ tx, publicUrl: sandbox.publicUrl, id, form, cause: hostedPage });
  });
}

/**
 * Makes a new card the default of all of a customer's later payments. Authentication is left to the first payment.
 *
 * @returns the reason of a refusal, as a sentence; undefined on success
 */
export function changeCard(
  sandbox: Sandbox,
  customerId: string,
  given: Omit<PaidWith, 'email'>,
): Promise<string | undefined> {
  return change(sandbox, async (tx) => {
    const verdict = judgeCard(given.number, { amount: 0, cardholder: 'confirmed' });
    if (verdict.answer === 'declined') return verdict.because.message;
    const subscriptions = await lockSubscriptionsOf(tx, customerId);
    const { data: customer } = await getObject(tx, 'customer', customerId, { lock: true });
    const { paymentMethod } = await keepCard(tx, customerId, { ...given, email: customer.email });
    await saveObject(tx, 'customer', {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: paymentMethod },
    });
    const story: Story = [];
    for (const before of subscriptions.filter(({ data }) => !hasEnded(data))) {
      const after = { ...before.data, default_payment_method: paymentMethod };
      await saveObject(tx, 'subscription', after);
      story.push(['customer.subscription.updated', after]);
    }
    await recordEvents(tx, hostedPage, story);
    return undefined;
  });
}

/** Locks the subscriptions in order of their ids, so that two transactions cannot deadlock. */
async function lockSubscriptionsOf(tx: Transaction, customer: string) {
  const filters = [{ path: ['customer'], operator: '=' as const, value: customer }];
  const found = await listObjects(tx, 'subscription', { limit: most, filters });
  const locked = [];
  for (const id of found.map((each) => each.id).toSorted())
    locked.push(await getObject(tx, 'subscription', id, { lock: true }));
  return locked;
}
