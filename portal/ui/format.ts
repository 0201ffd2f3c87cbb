/** Dates, times and money on screens: written the same as in mails. */
export * from '../../shared/format.ts';
