import * as z from 'zod/mini';
import { jobKind } from '../platform/jobs.ts';

/** Jobs that rules of several features queue. Payments handle them, in `payments.jobs.ts`. */

/** Requests a decided refund from the card provider. Idempotent: the refund's id is the idempotency key. */
export const requestRefundJob = jobKind({
  name: 'request-refund',
  lane: 'payments',
  payload: z.object({ refundId: z.string() }),
});
/** Refunds an unseated order whose member made no decision in time. */
export const refundUnseatedJob = jobKind({
  name: 'refund-unseated-order',
  lane: 'payments',
  payload: z.object({ orderId: z.string() }),
});
/** Refunds an unknown payment, of no order or checkout of ours, as staff have decided. The review's id is the idempotency key. */
export const returnStrangersPaymentJob = jobKind({
  name: 'return-strangers-payment',
  lane: 'payments',
  payload: z.object({ reviewId: z.string() }),
});
/** Expires all open checkouts of a member. */
export const closeCheckoutsJob = jobKind({
  name: 'close-other-checkouts',
  lane: 'payments',
  payload: z.object({ memberId: z.string() }),
});
/** Releases the held seat of a member whose address is still unproved. */
export const endUnprovedHoldJob = jobKind({
  name: 'end-unproved-hold',
  lane: 'payments',
  payload: z.object({ orderId: z.string() }),
});
