/** The most that the card provider takes at once, in hundredths: eight digits. */
export const mostCents = 99_999_999;

/** The longest trial of the card provider. */
export const longestTrialDays = 730;

/** The most intervals between two payments of a subscription: three years. */
export const mostIntervals = { YEARLY: 3, MONTHLY: 36, WEEKLY: 156 } as const;
