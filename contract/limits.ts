/** Numbers both sides need. Each carries its unit in its name. */
export const limits = {
  /** Fewest characters of a password, on every path. */
  passwordMinLength: 8,
  /** Most characters of a password; longer ones are refused before any hashing. */
  passwordMaxLength: 256,
  /** Digits of a code sent by mail. */
  codeLength: 6,
  /** A mailed code works this long (upper limit of OWASP ASVS 6.5.5). */
  codeMinutes: 10,
  emailMaxLength: 254,
  /** Longest value of a custom field, in characters. */
  fieldMaxLength: 5_000,
  nameMaxLength: 200,
  phoneMaxLength: 40,
  /** Longest message to support, in characters. */
  supportMessageMaxLength: 4_000,
  metaDataMaxBytes: 4_096,
  /** What a site's pages keep for a member, as JSON text. */
  memberJsonMaxBytes: 16 * 1024,
  memberJsonMaxDepth: 8,
  /** Largest picture that may be sent; it is kept much smaller. The sentence people read about it names another number. */
  profileImageMaxBytes: 4_000_000,
  /** Longest comment, in characters of its markup. */
  commentMaxLength: 5_000,
  channelKeyMaxLength: 200,
  /** Comments of a page, unless another number is asked for. */
  commentsPerPage: 20,
  commentsPerPageMost: 100,
  /** A session ends this long after sign-in, whatever happens … */
  sessionDays: 14,
  /** … and this long after its last use. */
  sessionIdleDays: 7,
  /** Sessions of one member; the next log-in ends the oldest. */
  sessionsPerMember: 20,
  /** A proof of who somebody is counts so long as recent, for what needs more than an open session. */
  recentProofMinutes: 10,
  jsonBodyMaxBytes: 64 * 1024,
  jsonMaxDepth: 32,
  jsonMaxKeys: 2_000,
  /** Promised to a member who goes to pay for a seat. The hold is longer where the card provider's shortest checkout is. */
  seatHoldMinutes: 30,
  /**
   * The same for a member whose address is not proved: time to type a card number and to pass a bank's question, not
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
  /** An unseated payment is refunded by itself after this long without an answer. */
  unseatedRefundHours: 72,
} as const;
