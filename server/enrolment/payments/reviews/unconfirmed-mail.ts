import type { Partner } from '../../../../shared/partners.ts';
import type { Mail } from '../../../platform/mail.ts';
import { composePartnerMail, pageAddress } from '../../mails/partner-mail.ts';

interface UnconfirmedNews {
  /** The order's. */
  reference: string;
  /** The id of the review: one mail for each. */
  reviewId: string;
  to: string;
  appUrl: string;
}

/** Tells a student that Admissions could not confirm that they are eligible. */
export const unconfirmedMail = (partner: Partner, { reference, reviewId, to, appUrl }: UnconfirmedNews): Mail =>
  composePartnerMail(partner, {
    kind: 'eligibility-unconfirmed',
    to,
    subject: 'We could not confirm your eligibility yet',
    paragraphs: [
      'You told us that our admissions team had approved you. We could not find that approval.',
      `Your seat and your payment are as they were. Please write to ${partner.supportEmail} before your course starts, and send what shows your highest qualification. If you would rather have your money back, write that.`,
    ],
    action: { label: 'See how it stands', url: pageAddress(appUrl, partner, 'paymentSuccess') },
    closing: `Reference ${reference}.`,
    dedupeKey: `eligibility-unconfirmed:${reviewId}`,
  });
