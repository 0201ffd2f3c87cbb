/** Days that personal data is kept where it ends before the account does, and that the privacy page tells of. */
export const keptDays = {
  enquiry: 365,
  /** Since its last log-in; of an account whose address was never proved. */
  abandonedAccount: 30,
  /** Since the mail was sent; a deleted member's mails are deleted at once. */
  mail: 30,
  /** Since the last log-in there; the cookie that tells a known device lasts as long, beyond log-out. */
  knownDevice: 180,
} as const;

const span = (days: number) => (days === 365 ? 'a year' : `${days} days`);

/** The portal's privacy page prints these sentences: one for each of the numbers above. */
export const keptSentences: Record<keyof typeof keptDays, string> = {
  enquiry: `What you ask our advisors, and who asked for a course outline, we keep for ${span(keptDays.enquiry)}.`,
  abandonedAccount: `An account whose address is never confirmed and that nobody uses is removed after ${span(keptDays.abandonedAccount)}.`,
  mail: `Our copy of a mail to you is deleted ${span(keptDays.mail)} after it was sent.`,
  knownDevice: `On which browsers and systems you log in, in coarse words, we keep for ${span(keptDays.knownDevice)} after the last time.`,
};
