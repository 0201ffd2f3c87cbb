/**
 * How long the product keeps what no member is told about: days, and the fewest that may be set. What the privacy page
 * tells of stands in `shared/retention.ts`.
 */
export const retentionTable = {
  audit: { days: 730, least: 90, keeps: 'entries of the audit trail' },
  deliveries: { days: 30, least: 1, keeps: 'webhook deliveries in the log' },
  'delivered-content': { days: 3, least: 1, keeps: 'what a delivery said, once it has arrived' },
  // The provider repeats an event for three days (Stripe, "Webhooks": automatic retries), by whose id we know it again.
  'card-events': { days: 30, least: 7, keeps: 'events of the card provider, once handled' },
  'page-counts': { days: 400, least: 1, keeps: 'page counts: thirteen months' },
  'unpaid-checkouts': { days: 30, least: 7, keeps: 'checkouts of plans that ended unpaid' },
  // Longer than a bank debit may take to settle and to be returned.
  'unpaid-orders': { days: 90, least: 30, keeps: 'orders of seats that ended unpaid' },
  // The longest time after which the same news could be queued again.
  'mail-keys': {
    days: 365,
    least: 90,
    keeps: 'that a mail was sent, so that it is sent once; its content goes before',
  },
  'given-up-jobs': { days: 30, least: 1, keeps: 'jobs that failed for good, for staff to look at' },
} as const;

export const secondsPerDay = 86_400;

/** The name of a setting. */
export type RetentionName = keyof typeof retentionTable;
/** Days by setting. */
export type Retention = Readonly<Record<RetentionName, number>>;

const names = Object.keys(retentionTable) as RetentionName[];

/** The days that hold while nothing is set. */
export const defaultRetention = Object.fromEntries(names.map((name) => [name, retentionTable[name].days])) as Retention;

/** Upper limit of a retention setting: a hundred years, which PostgreSQL can still subtract from a date. */
const mostDays = 36_500;

/**
 * Reads the variable `RETENTION_DAYS`, such as `audit=1095,deliveries=14`.
 *
 * @param entries its parts
 * @returns the days, and a sentence for each part that cannot be taken
 */
export function readRetention(entries: readonly string[]): { retention: Retention; faults: string[] } {
  const faults: string[] = [];
  const set: Partial<Record<RetentionName, number>> = {};
  for (const entry of entries) {
    const [, written = '', days = ''] = /^([a-z-]+)=(\d{1,6})$/.exec(entry) ?? [];
    const name = names.find((each) => each === written);
    if (!name)
      faults.push(`RETENTION_DAYS takes ${names.map((each) => `${each}=days`).join(', ')}, separated by commas`);
    else if (Number(days) < retentionTable[name].least || Number(days) > mostDays)
      faults.push(`RETENTION_DAYS must keep ${name} for ${retentionTable[name].least} to ${mostDays} days`);
    else set[name] = Number(days);
  }
  return { retention: { ...defaultRetention, ...set }, faults: [...new Set(faults)] };
}
