import { commentLimits } from './comment-limits.ts';
import { dialogLimits } from './dialog-limits.ts';

/** Numbers both sides need. Each carries its unit in its name. */
export const limits = {
  ...dialogLimits,
  ...commentLimits,
  /** RFC 5321, 4.5.3.1.3: a path of 256 octets, two of them the angle brackets. */
  emailMaxLength: 254,
  /** Longest value of a custom field, in characters. */
  fieldMaxLength: 5_000,
  nameMaxLength: 200,
  phoneMaxLength: 40,
  /** Longest message to support, in characters. */
  supportMessageMaxLength: 4_000,
  metaDataMaxBytes: 4_096,
  /** The JSON document that a site's pages keep for a member, as text. */
  memberJsonMaxBytes: 16 * 1024,
  memberJsonMaxDepth: 8,
  /** Absolute lifetime of a session. */
  sessionDays: 14,
  /** Idle timeout of a session. */
  sessionIdleDays: 7,
  /** Sessions of one member; the next log-in ends the oldest. */
  sessionsPerMember: 20,
  /** How long a log-in, password or mailed code counts as a recent proof, for changes that need more than a session. */
  recentProofMinutes: 10,
  /** How long a session lasts that is good for setting up a required second factor alone. */
  factorSetupMinutes: 30,
  /** Why staff did something, in the audit trail. */
  reasonMaxLength: 1_000,
  /** Longest note about a member, in characters, and how many there may be about one. */
  noteMaxLength: 5_000,
  notesPerMember: 200,
  /** Subject and text of a reply to a request, in characters, and texts to reuse of a partner. */
  replySubjectMaxLength: 150,
  replyMaxLength: 8_000,
  replyTextsPerPartner: 100,
  jsonBodyMaxBytes: 64 * 1024,
  jsonMaxDepth: 32,
  /** Promised to a member who goes to pay for a seat. The hold is longer where the card provider's shortest checkout is. */
  seatHoldMinutes: 30,
  /**
   * The same for an unproved address: time to type a card number and to pass the bank's 3-D Secure check, not
   * time to keep a class empty.
   */
  unprovedHoldMinutes: 10,
  /** Seats such a member may go to pay for within a day: the one, and two changes of mind. */
  unprovedHoldsPerDay: 3,
  /** Places of a class that are held for proved addresses alone: those whose number the pages begin to show. */
  lastPlaces: 5,
  /** Unpaid seats in one class that unproved addresses of one network may hold: a household. */
  unprovedHoldsPerNetwork: 3,
  /** The same for proved addresses; in a class of more than 24 it is half of its seats. A campus shares one network. */
  holdsPerNetwork: 12,
  /** Exact seat numbers are shown only when so few are left. */
  seatsShownFrom: 5,
  /** An unseated payment is refunded automatically after this long without the member's decision. */
  unseatedRefundHours: 72,
} as const;
