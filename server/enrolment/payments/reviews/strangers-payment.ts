import { findReview, noteForReview, type ReviewMatter } from '../../../platform/reviews.ts';
import type { EnrolmentServices } from '../../services.ts';

/**
 * Pays back what is left of a payment that is not ours, once staff have decided so. It stands in no book of ours. Idempotent
 * by the review's id; where the provider refuses, or names no payment, a new review tells staff.
 */
export async function returnStrangersPayment(services: EnrolmentServices, reviewId: string): Promise<void> {
  const { db, cards } = services;
  const review = await findReview(db, reviewId);
  if (!review) return;
  const checkout = await cards.findCheckout(review.subject);
  const payment = checkout?.payment ? await cards.findPayment(checkout.payment.id) : undefined;
  if (!payment)
    return noteFailure(
      services,
      review,
      'The provider names no payment of this checkout that could be paid back. A person must.',
    );
  const leftCents = payment.amountCents - payment.refundedCents - payment.lostCents;
  if (leftCents <= 0) return;
  const refund = { paymentId: payment.id, amountCents: leftCents, key: reviewId, reason: 'unknown-payment' };
  const made = await cards.refund(refund);
  if (made === 'disputed')
    return noteFailure(
      services,
      review,
      `${payment.id} is disputed. Do not pay it by hand: answer or accept the dispute at the provider, then try again.`,
    );
  if (!made) await noteFailure(services, review, `The provider could not pay ${payment.id} back. A person must.`);
}

async function noteFailure(
  { db, log }: EnrolmentServices,
  { subject }: Pick<ReviewMatter, 'subject'>,
  note: string,
): Promise<void> {
  await noteForReview(db, { kind: 'refund-failed', subject, note });
  log.error({ session: subject }, 'a refund failed');
}
