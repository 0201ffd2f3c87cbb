/** The limits that dialogs know. Apart from the others, which every first dialog would fetch with them. */
export const dialogLimits = {
  /** Fewest characters of a password, on every path. */
  passwordMinLength: 8,
  /** Most characters of a password; longer ones are refused before any hashing. */
  passwordMaxLength: 256,
  /** Digits of a code sent by mail. */
  codeLength: 6,
  /** A mailed code works this long (upper limit of OWASP ASVS 6.5.5). */
  codeMinutes: 10,
  /** Largest picture that may be sent; it is kept much smaller. The sentence people read about it names another number. */
  profileImageMaxBytes: 4_000_000,
} as const;
