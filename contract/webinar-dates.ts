import type { WebinarDate } from './page-content.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/**
 * The day a webinar takes place next; for one that took place once, the day it did.
 *
 * @param today on the partner's calendar, `2026-11-20`
 * @returns `2026-12-02`
 */
export function findWebinarDay(date: WebinarDate, today: string): string {
  if ('on' in date) return date.on;
  const sinceMs = Date.parse(today) - Date.parse(date.from);
  const rounds = Math.max(0, Math.ceil(sinceMs / (date.everyWeeks * weekMs)));
  return new Date(Date.parse(date.from) + rounds * date.everyWeeks * weekMs).toISOString().slice(0, 10);
}
