import type { Transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import * as z from 'zod/mini';

/** Jobs that the rules of plans queue. Their handlers stand in `plans.jobs.ts`, since those import the rules (cycle). */

/** Ends a subscription at the provider. */
export const cancelSubscriptionJob = jobKind({
  name: 'cancel-subscription',
  lane: 'payments',
  payload: z.object({ subscriptionId: z.string(), atPeriodEnd: z.boolean() }),
});
/** Refunds the payment for a plan that could not be given. */
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
/** Expires a checkout at the provider, so that it cannot be paid any more. */
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

/** Queues the end of a subscription. @param atPeriodEnd whether it runs to the end of the paid period; otherwise it ends at once */
export const queueCancel = (tx: Transaction, subscriptionId: string, { atPeriodEnd }: { atPeriodEnd: boolean }) =>
  addJob(
    tx,
    cancelSubscriptionJob,
    { subscriptionId, atPeriodEnd },
    { key: `${subscriptionId}-${atPeriodEnd ? 'later' : 'now'}` },
  );

/** Queues the expiry of a checkout at the provider. */
export const queueExpire = (tx: Transaction, sessionId: string) =>
  addJob(tx, expireCheckoutJob, { sessionId }, { key: sessionId });

/** Queues the refund of a checkout. */
export const queueReturn = (tx: Transaction, checkoutId: string) =>
  addJob(tx, returnPaymentJob, { checkoutId }, { key: checkoutId });

/** Queues the end of a site's test purchases. */
export const queueEndOfTestPurchases = (tx: Transaction, siteId: string) =>
  addJob(tx, endTestPurchasesJob, { siteId }, { key: siteId });
