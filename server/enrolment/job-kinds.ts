import * as z from 'zod/mini';
import { jobKind } from '../platform/jobs.ts';

/** Jobs that rules of several features queue. Payments handle them, in `payments.jobs.ts`. */

/** Asks the provider for a refund we have decided on. */
export const requestRefundJob = jobKind({
  name: 'request-refund',
  lane: 'payments',
  payload: z.object({ refundId: z.string() }),
});
/** Refunds an unseated order nobody decided about. */
export const refundUnseatedJob = jobKind({
  name: 'refund-unseated-order',
  lane: 'payments',
  payload: z.object({ orderId: z.string() }),
});
/** Ends whatever a member could still pay. */
export const closeCheckoutsJob = jobKind({
  name: 'close-other-checkouts',
  lane: 'payments',
  payload: z.object({ memberId: z.string() }),
});
/** Gives back the seat of a member whose address is still not proved. */
export const endUnprovedHoldJob = jobKind({
  name: 'end-unproved-hold',
  lane: 'payments',
  payload: z.object({ orderId: z.string() }),
});
