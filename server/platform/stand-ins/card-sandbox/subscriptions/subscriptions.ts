import * as z from 'zod/mini';
import type { Transaction } from '../../../database/database.ts';
import { recordEvents, type Cause } from '../events/events.ts';
import { findObject, saveObject, type StoredObject } from '../store/object.store.ts';
import { endPeriod } from './renewals.ts';
import { endedSubscription, hasEnded } from './subscription-states.ts';
import type { Form } from '../wire/form.ts';
import { nowSeconds } from '../wire/ids.ts';
import { flag, Metadata, parseParams } from '../wire/params.ts';
import { periodOf } from '../wire/subscription-objects.ts';
import type { Subscription } from '../wire/subscription-types.ts';
import { invalidRequest, missingObject } from '../wire/wire-error.ts';

const UpdateSubscription = z.strictObject({
  cancel_at_period_end: z.optional(flag),
  default_payment_method: z.optional(z.string()),
  metadata: z.optional(Metadata),
  trial_end: z.optional(z.literal('now')),
});

interface Update {
  tx: Transaction;
  publicUrl: string;
  id: string;
  form: Form;
  cause: Cause;
}

/** @throws WireError for an unknown subscription, or one that has ended */
export async function updateSubscription({ tx, publicUrl, id, form, cause }: Update): Promise<Subscription> {
  const found = await lockSubscription(tx, id);
  const given = parseParams(UpdateSubscription, form);
  if (hasEnded(found.data))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  await requireCard(tx, given.default_payment_method);
  if (given.trial_end === 'now') return endTrial(tx, publicUrl, found, cause);
  const updated: Subscription = {
    ...withCancellation(found.data, given.cancel_at_period_end),
    ...(given.default_payment_method !== undefined && { default_payment_method: given.default_payment_method }),
    metadata: { ...found.data.metadata, ...given.metadata },
  };
  await saveObject(tx, 'subscription', updated);
  await recordEvents(tx, cause, [['customer.subscription.updated', updated]]);
  return updated;
}

/** @throws WireError for one that is unknown or has ended: the provider knows neither any more */
export async function cancelSubscription(tx: Transaction, id: string, cause: Cause): Promise<Subscription> {
  const { data: subscription } = await lockSubscription(tx, id);
  if (hasEnded(subscription)) throw missingObject('subscription', id, { param: 'id', inAddress: true });
  const ended = endedSubscription(subscription, 'cancellation_requested');
  await saveObject(tx, 'subscription', ended);
  await recordEvents(tx, cause, [['customer.subscription.deleted', ended]]);
  return ended;
}

/** Locks a subscription. @throws WireError for an unknown one */
export async function lockSubscription(tx: Transaction, id: string): Promise<StoredObject<'subscription'>> {
  const found = await findObject(tx, 'subscription', id, { lock: true });
  if (!found) throw missingObject('subscription', id, { param: 'id', inAddress: true });
  return found;
}

/** @throws WireError when the subscription is not on trial */
export async function endTrial(
  tx: Transaction,
  publicUrl: string,
  found: StoredObject<'subscription'>,
  cause: Cause,
): Promise<Subscription> {
  if (found.data.status !== 'trialing')
    throw invalidRequest('This subscription is not on trial.', { param: 'trial_end' });
  const story = await endPeriod(tx, publicUrl, found);
  await recordEvents(tx, cause, [['customer.subscription.trial_will_end', found.data], ...story]);
  return (await lockSubscription(tx, found.data.id)).data;
}

async function requireCard(tx: Transaction, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await findObject(tx, 'payment_method', id)))
    throw missingObject('PaymentMethod', id, { param: 'default_payment_method', inAddress: false });
}

/** The subscription ending with its period, or going on; as it is when nothing is said. */
function withCancellation(subscription: Subscription, atPeriodEnd: boolean | undefined): Subscription {
  if (atPeriodEnd === undefined || atPeriodEnd === subscription.cancel_at_period_end) return subscription;
  return {
    ...subscription,
    cancel_at: atPeriodEnd ? periodOf(subscription).end : null,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: atPeriodEnd ? nowSeconds() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: atPeriodEnd ? 'cancellation_requested' : null,
    },
  };
}
