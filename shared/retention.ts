/**
 * Days that personal data is kept where it ends before the account does. The portal's privacy page says each of them.
 */
export const keptDays = {
  enquiry: 365,
  /** Since its last log-in, of an account whose address was never proved. */
  abandonedAccount: 30,
  /** Since a mail was sent; of a member who is deleted it ends at once. */
  mail: 30,
} as const;

export type KeptDays = keyof typeof keptDays;
