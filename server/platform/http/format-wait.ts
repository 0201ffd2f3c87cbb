/**
 * "42 seconds", "12 minutes", "2 hours": a time to wait, rounded up so that it is over by then.
 *
 * @param seconds a whole number, 1 or more
 */
export function formatWait(seconds: number): string {
  if (seconds <= 90) return count(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
