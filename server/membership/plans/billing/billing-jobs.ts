import type { Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';

/** The jobs of plans that rules queue, by name; what they do stands in `plans.jobs.ts`. */

/** Ends a subscription at the provider. */
export const cancelSubscriptionJob = 'cancel-subscription';
/** Pays back what came in for a plan that could not be given. */
export const returnPaymentJob = 'return-plan-payment';
/** Ends a plan that was bought for a time. */
export const endAccessJob = 'end-plan-access';
/** Ends a checkout nobody should pay any more. */
export const expireCheckoutJob = 'expire-plan-checkout';

/** Ends what was bought with test cards at a site that has gone live. */
export const endTestPurchasesJob = 'end-test-purchases';

/** @param atPeriodEnd whether what is paid for may be used up; otherwise the subscription ends at once */
export const queueCancel = (tx: Transaction, subscriptionId: string, { atPeriodEnd }: { atPeriodEnd: boolean }) =>
  addJob(tx, {
    name: cancelSubscriptionJob,
    payload: { subscriptionId, atPeriodEnd },
    key: `${cancelSubscriptionJob}-${subscriptionId}-${atPeriodEnd ? 'later' : 'now'}`,
  });

export const queueExpire = (tx: Transaction, sessionId: string) =>
  addJob(tx, { name: expireCheckoutJob, payload: { sessionId }, key: `${expireCheckoutJob}-${sessionId}` });

export const queueReturn = (tx: Transaction, checkoutId: string) =>
  addJob(tx, { name: returnPaymentJob, payload: { checkoutId }, key: `${returnPaymentJob}-${checkoutId}` });

export const queueEndOfTestPurchases = (tx: Transaction, siteId: string) =>
  addJob(tx, { name: endTestPurchasesJob, payload: { siteId }, key: `${endTestPurchasesJob}-${siteId}` });
