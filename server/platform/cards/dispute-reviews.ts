import type { ReviewMatter } from '../reviews.ts';

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
