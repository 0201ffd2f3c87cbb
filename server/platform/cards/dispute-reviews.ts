import type { ReviewMatter } from '../reviews.ts';

/**
 * The review of a refund that failed, which staff pay another way. Where a dispute is opened about the payment afterwards
 * they must not, as with {@link refundDisputed}.
 *
 * @param subject the order or checkout
 */
export const refundFailed = (subject: string): ReviewMatter => ({
  kind: 'refund-failed',
  subject,
  note: 'The provider could not pay the money back. A person must, unless the payment is disputed.',
});

/**
 * The review of a refund that waits for the end of a dispute. Staff must not pay it by hand meanwhile: with a lost dispute,
 * the money would have gone back twice.
 *
 * @param subject the order or checkout
 */
export const refundDisputed = (subject: string): ReviewMatter => ({
  kind: 'refund-disputed',
  subject,
  note: 'The payment is disputed, so the refund waits. Do not pay by hand: answer or accept the dispute at the provider.',
});

/**
 * The review of a payment of which a bank took a part by a lost dispute: seat or plan goes on, and staff decide.
 *
 * @param subject the order or checkout
 */
export const disputeLostInPart = (subject: string): ReviewMatter => ({
  kind: 'dispute-lost-in-part',
  subject,
  note: 'The bank took a part of the payment back after a dispute. Decide whether what the rest pays for goes on.',
});
