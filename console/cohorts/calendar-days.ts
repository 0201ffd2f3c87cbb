/** Months and days of a calendar. A month is `2027-03`, a day `2027-03-01`. */

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The month of today where the reader is. */
export function currentMonth(now = new Date()): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
}

/** The month that an address names; today's for anything else. */
export const readMonth = (text: string | null): string =>
  text !== null && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : currentMonth();

/** So many months later, or earlier. */
export function shiftMonth(from: string, months: number): string {
  const date = new Date(`${from}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 'yyyy-mm'.length);
}

/** "March 2027" */
export const monthText = (of: string): string => month.format(new Date(`${of}-01`));

/** Every day of a month. */
export function daysOf(of: string): string[] {
  const [year, number] = of.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: last }, (_, index) => `${of}-${String(index + 1).padStart(2, '0')}`);
}

/** The column of a day where weeks begin on Monday: 1 to 7. */
export const columnOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1;

/** "Mon" to "Sun" */
export const weekdays: readonly string[] = daysOf('2027-02')
  .slice(0, 7)
  .map((day) => weekday.format(new Date(day)));

/** "Monday 1 March" */
export const dayText = (day: string): string => longDay.format(new Date(day));
