import type { SystemState } from '../../contract/console/system.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "73.4 MB", which does not break. */
export function bytesWords(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)}\u00A0${units[power]}`;
}

/** "30 in 10 minutes". */
export function limitWords({ points, seconds }: Pick<SystemState['limits'][number], 'points' | 'seconds'>): string {
  if (seconds === 0) return `${points} in a row`;
  if (seconds < 120) return `${points} in ${seconds} seconds`;
  if (seconds < 7_200) return `${points} in ${Math.round(seconds / 60)} minutes`;
  return `${points} in ${Math.round(seconds / 3_600)} hours`;
}
