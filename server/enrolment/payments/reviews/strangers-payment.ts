import { findReview, noteForReview } from '../../../platform/reviews.ts';
import type { EnrolmentServices } from '../../services.ts';

/**
 * Pays back what is left of a payment that is not ours, once staff have decided so. It stands in no book of ours. Idempotent
 * by the review's id; where the provider refuses, a new review tells staff.
 */
export async function returnStrangersPayment(services: EnrolmentServices, reviewId: string): Promise<void> {
  const { db, cards, log } = services;
  const review = await findReview(db, reviewId);
  if (!review) return;
  const checkout = await cards.findCheckout(review.subject);
  const payment = checkout?.payment ? await cards.findPayment(checkout.payment.id) : undefined;
  const leftCents = payment && !payment.disputeLost ? payment.amountCents - payment.refundedCents : 0;
  if (!payment || leftCents <= 0) return;
  const refund = { paymentId: payment.id, amountCents: leftCents, key: reviewId, reason: 'unknown-payment' };
  if (await cards.refund(refund)) return;
  await noteForReview(db, {
    kind: 'refund-failed',
    subject: review.subject,
    note: `The provider could not pay ${payment.id} back. A person must.`,
  });
  log.error({ session: review.subject }, 'a refund failed');
}
