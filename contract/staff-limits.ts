/** Numbers of the console that browser and server both need. Apart from `limits`, which every page of a site carries whole. */
export const staffLimits = {
  /** A session of staff ends after so long, used or not. */
  staffSessionHours: 12,
  /** And after so long without use. */
  staffIdleMinutes: 60,
  /** Sessions of one member of staff; the next sign-in ends the oldest. */
  staffSessionsEach: 20,
  /** How long the link in an invitation works. */
  staffInvitationHours: 72,
  /** Fewest characters of a member of staff's password: more than a member's, since it opens the data of many. */
  staffPasswordMinLength: 12,
  /** How long a proof counts as fresh, for acts that can not be undone. */
  staffProofMinutes: 10,
  passkeyNameMaxLength: 60,
} as const;
