import { keptDays } from '../../shared/retention.ts';

/**
 * How long membership keeps what says something about people, besides what lasts as long as its member.
 * `docs/security/personal-data.md` prints these numbers.
 */
export const retention = {
  /** An account whose address was never proved, and that its maker has not come back to. */
  abandonedAccountDays: keptDays.abandonedAccount,
  /** A member may come back to a proved address they have left. Long enough for a weekend. */
  formerAddressHours: 72,
  /** The link that proves an address. */
  verificationLinkHours: 24,
  /** A sign-up that waits for its mailbox, where sign-ups are private. */
  pendingSignUpHours: 24,
  /** A checkout that came to nothing. */
  unpaidCheckoutDays: 30,
  /** That a site's owner was told of something … */
  deliveryDays: 30,
  /** … and what they were told, once it has arrived. */
  deliveredContentDays: 3,
} as const;
