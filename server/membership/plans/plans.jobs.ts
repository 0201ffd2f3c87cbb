import type { JobKind } from '../../platform/jobs.ts';
import { grantWishesJob, updateCustomerJob } from '../members/change-jobs.ts';
import type { Services } from '../services.ts';
import {
  cancelSubscriptionJob,
  endAccessJob,
  endTestPurchasesJob,
  expireCheckoutJob,
  returnPaymentJob,
} from './billing/billing-jobs.ts';
import { updateCustomer } from './billing/billing-customer.ts';
import { deleteOldCheckouts } from './checkouts/checkouts.store.ts';
import { grantWishes } from './grants/free-plans.ts';
import { returnPayment } from './billing/money.ts';
import { endAccess, endTestPurchases, reconcilePlans } from './billing/reconcile-plans.ts';
import { expireCheckout } from './checkouts/settle-checkout.ts';
import { cancelSubscription } from './billing/subscriptions.ts';

/** The job that asks the provider about everything that is open. */
export const reconcilePlansJob = 'reconcile-plans';

export const planJobs = (services: Services): JobKind[] => [
  job(cancelSubscriptionJob, (cancel: { subscriptionId: string; atPeriodEnd: boolean }) =>
    cancelSubscription(services, cancel),
  ),
  job(returnPaymentJob, ({ checkoutId }: { checkoutId: string }) => returnPayment(services, checkoutId)),
  job(endAccessJob, ({ connectionId }: { connectionId: string }) => endAccess(services, connectionId)),
  job(endTestPurchasesJob, ({ siteId }: { siteId: string }) => endTestPurchases(services, siteId)),
  job(updateCustomerJob, ({ memberId }: { memberId: string }) => updateCustomer(services, memberId)),
  job(grantWishesJob, ({ memberId }: { memberId: string }) => grantWishes(services, memberId)),
  job(expireCheckoutJob, ({ sessionId }: { sessionId: string }) => expireCheckout(services, sessionId)),
  {
    name: 'forget-old-plan-checkouts',
    lane: 'upkeep',
    schedule: '50 3 * * *',
    handler: () => deleteOldCheckouts(services.db),
  },
  { name: reconcilePlansJob, lane: 'upkeep', schedule: '*/5 * * * *', handler: () => reconcilePlans(services) },
];

const job = <T>(name: string, handler: (payload: T) => Promise<void>): JobKind => ({
  name,
  lane: 'payments',
  handler: (payload) => handler(payload as T),
});
