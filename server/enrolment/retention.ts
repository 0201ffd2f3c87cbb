import { keptDays } from '../../shared/retention.ts';

/**
 * How long enrolment keeps what says something about people, besides what lasts as long as its member.
 * `docs/security/personal-data.md` prints these numbers.
 */
export const retention = {
  /** What advisors were asked, as the privacy notice says. */
  enquiryDays: keptDays.enquiry,
  /** The visit in which a form was sent. */
  leadMinutes: 60,
  /** The link in a lead's mail. */
  leadLinkHours: 24,
} as const;
