import { seatsList } from '../../../../contract/console/figure-lists.ts';
import {
  usualSeatWeeks,
  type Report,
  type ReportCell,
  type ReportCohort,
  type ReportWish,
} from '../../../../contract/console/reports.ts';
import { dayAfter } from './report-days.ts';
import { counted, plain } from './report-table.ts';
import { findCohort, readCohorts, readSold, readStarts, type ZonedCohort } from './reports.store.ts';
import type { ReportAsked } from './report-asked.ts';

/** Days before the start at which seats are counted, the start last: each day of a few weeks, else week by week. */
function pointsOf({ weeks = usualSeatWeeks }: ReportWish): number[] {
  const [step, count] = weeks === '4' ? [1, 28] : [7, Number(weeks)];
  return Array.from({ length: count + 1 }, (_, at) => step * (count - at));
}

/** How the seats of a cohort sell, beside the one before it: of the next one to start, unless one is wished for. */
export async function seatsReport(
  asked: ReportAsked,
  judgedAt: Date,
): Promise<Pick<Report, 'zone' | 'tables' | 'cohort' | 'lastCohort' | 'cohorts'>> {
  const { db, partners, wish } = asked;
  const cohorts = await readCohorts(db, partners, judgedAt);
  const today = judgedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const running = cohorts.filter(({ isCancelled }) => !isCancelled);
  const next = running.findLast(({ startDate }) => startDate >= today) ?? running[0];
  const cohort = asked.cohort ?? next;
  const last = cohort && (await findCohort(db, partners, { before: cohort }));
  const points = pointsOf(wish);
  const [sold, before] = [await soldOf(asked, cohort, points, judgedAt), await soldOf(asked, last, points, judgedAt)];
  const rows = points.map((days, at) => ({ heads: [String(days)], cells: [sold[at]!, before[at]!], compared: [] }));
  return {
    zone: cohort?.timeZone ?? asked.zone,
    tables: [{ name: 'curve', rows: cohort ? rows : [] }],
    cohort: shownOf(cohort),
    lastCohort: shownOf(last),
    cohorts: cohorts.map(withoutZone),
  };
}

function withoutZone(cohort: ZonedCohort): ReportCohort {
  const { timeZone: _, ...shown } = cohort;
  return shown;
}

/** A cohort as a report tells it; null for none. */
export const shownOf = (cohort: ZonedCohort | undefined): ReportCohort | null =>
  (cohort && withoutZone(cohort)) ?? null;

/** The seats sold by the end of each day; empty for days to come. */
async function soldOf(
  { db, partners }: ReportAsked,
  cohort: ZonedCohort | undefined,
  points: readonly number[],
  judgedAt: Date,
): Promise<ReportCell[]> {
  if (!cohort) return points.map(() => plain(null));
  const days = points.map((before) => dayAfter(cohort.startDate, -before));
  const starts = await readStarts(db, cohort.timeZone, days);
  const moments = await readStarts(
    db,
    cohort.timeZone,
    days.map((day) => dayAfter(day, 1)),
  );
  const sold = await readSold(db, partners, { cohort: cohort.id, moments });
  return sold.map((count, at) =>
    new Date(starts[at]!) > judgedAt ? plain(null) : counted(count, seatsList(partners, cohort.id, moments[at])),
  );
}
