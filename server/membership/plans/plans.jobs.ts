import { type Job, handle, jobKind } from '../../platform/jobs.ts';
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
import { grantWishes } from './grants/free-plans.ts';
import { returnPayment } from './billing/money.ts';
import { endAccess, endTestPurchases, reconcilePlans } from './billing/reconcile-plans.ts';
import { expireCheckout } from './checkouts/settle-checkout.ts';
import { cancelSubscription } from './billing/subscriptions.ts';

/** Reconciles everything open with the card provider. */
export const reconcilePlansJob = jobKind({ name: 'reconcile-plans', lane: 'upkeep', schedule: '*/5 * * * *' });

/** Handlers of the jobs of plans. */
export const planJobs = (services: Services): Job[] => [
  handle(cancelSubscriptionJob, (cancel) => cancelSubscription(services, cancel)),
  handle(returnPaymentJob, ({ checkoutId }) => returnPayment(services, checkoutId)),
  handle(endAccessJob, ({ connectionId }) => endAccess(services, connectionId)),
  handle(endTestPurchasesJob, ({ siteId }) => endTestPurchases(services, siteId)),
  handle(updateCustomerJob, ({ memberId }) => updateCustomer(services, memberId)),
  handle(grantWishesJob, ({ memberId }) => grantWishes(services, memberId)),
  handle(expireCheckoutJob, ({ sessionId }) => expireCheckout(services, sessionId)),
  handle(reconcilePlansJob, () => reconcilePlans(services)),
];
