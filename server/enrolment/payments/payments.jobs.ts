import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import { cancelCheckouts, endUnprovedHold } from './checkouts/end-order.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  closeCheckoutsJob,
  endUnprovedHoldJob,
  refundUnseatedJob,
  requestRefundJob,
  returnStrangersPaymentJob,
} from '../job-kinds.ts';
import { checkInvariants, reconcile } from './reconcile.ts';
import { refundUnseated, requestRefund } from './refunds/refunds.ts';
import { returnStrangersPayment } from './reviews/strangers-payment.ts';

/** Reconciles every open order with the provider. */
export const reconcileJob = jobKind({ name: 'reconcile', lane: 'upkeep', schedule: '*/5 * * * *' });
const checkInvariantsJob = jobKind({ name: 'check-invariants', lane: 'upkeep', schedule: '20 3 * * *' });

/** Background jobs of payments. */
export const paymentJobs = (services: EnrolmentServices): Job[] => [
  handle(requestRefundJob, ({ refundId }) => requestRefund(services, refundId)),
  handle(refundUnseatedJob, ({ orderId }) => refundUnseated(services, orderId)),
  handle(returnStrangersPaymentJob, ({ reviewId }) => returnStrangersPayment(services, reviewId)),
  handle(closeCheckoutsJob, ({ memberId }) => cancelCheckouts(services, memberId)),
  handle(endUnprovedHoldJob, ({ orderId }) => endUnprovedHold(services, orderId)),
  handle(reconcileJob, () => reconcile(services)),
  handle(checkInvariantsJob, () => checkInvariants(services)),
];
