import type { Transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import * as z from 'zod/mini';

/** The jobs of plans that rules queue; `plans.jobs.ts` says what they do, with rules that queue them in turn. */

/** Ends a subscription at the provider. */
export const cancelSubscriptionJob = jobKind({
  name: 'cancel-subscription',
  lane: 'payments',
  payload: z.object({ subscriptionId: z.string(), atPeriodEnd: z.boolean() }),
});
/** Pays back what came in for a plan that could not be given. */
export const returnPaymentJob = jobKind({
  name: 'return-plan-payment',
  lane: 'payments',
  payload: z.object({ checkoutId: z.string() }),
});
/** Ends a plan that was bought for a time. */
export const endAccessJob = jobKind({
  name: 'end-plan-access',
  lane: 'payments',
  payload: z.object({ connectionId: z.string() }),
});
/** Ends a checkout nobody should pay any more. */
export const expireCheckoutJob = jobKind({
  name: 'expire-plan-checkout',
  lane: 'payments',
  payload: z.object({ sessionId: z.string() }),
});

/** Ends what was bought with test cards at a site that has gone live. */
export const endTestPurchasesJob = jobKind({
  name: 'end-test-purchases',
  lane: 'payments',
  payload: z.object({ siteId: z.string() }),
});

/** @param atPeriodEnd whether what is paid for may be used up; otherwise the subscription ends at once */
export const queueCancel = (tx: Transaction, subscriptionId: string, { atPeriodEnd }: { atPeriodEnd: boolean }) =>
  addJob(
    tx,
    cancelSubscriptionJob,
    { subscriptionId, atPeriodEnd },
    { key: `${subscriptionId}-${atPeriodEnd ? 'later' : 'now'}` },
  );

export const queueExpire = (tx: Transaction, sessionId: string) =>
  addJob(tx, expireCheckoutJob, { sessionId }, { key: sessionId });

export const queueReturn = (tx: Transaction, checkoutId: string) =>
  addJob(tx, returnPaymentJob, { checkoutId }, { key: checkoutId });

export const queueEndOfTestPurchases = (tx: Transaction, siteId: string) =>
  addJob(tx, endTestPurchasesJob, { siteId }, { key: siteId });
