import { seatsList } from '../../../../contract/console/figure-lists.ts';
import type { Report, ReportCell, ReportCohort } from '../../../../contract/console/reports.ts';
import { dayAfter } from './report-days.ts';
import { counted, plain } from './report-table.ts';
import { findCohort, readCohorts, readSold, readStarts, type ZonedCohort } from './reports.store.ts';
import type { ReportAsked } from './report-asked.ts';

/** Days before the start at which seats are counted: half a year, week by week. */
const points = Array.from({ length: 27 }, (_, weeks) => 7 * (26 - weeks));

/** How the seats of a cohort sell, beside the one before it. One that partners' students may not choose is as one that is absent. */
export async function seatsReport(
  asked: ReportAsked,
  judgedAt: Date,
): Promise<Pick<Report, 'zone' | 'tables' | 'cohort' | 'lastCohort' | 'cohorts'>> {
  const { db, partners, wish } = asked;
  const cohorts = await readCohorts(db, partners, judgedAt);
  const today = judgedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const next = cohorts.findLast(({ startDate }) => startDate >= today) ?? cohorts[0];
  const cohort = wish.cohort === undefined ? next : await findCohort(db, partners, { id: wish.cohort });
  const last = cohort && (await findCohort(db, partners, { before: cohort }));
  const [sold, before] = [await soldOf(asked, cohort, judgedAt), await soldOf(asked, last, judgedAt)];
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
const shownOf = (cohort: ZonedCohort | undefined) => (cohort && withoutZone(cohort)) ?? null;

/** The seats sold by the end of each day; empty for days to come. */
async function soldOf(
  { db, partners }: ReportAsked,
  cohort: ZonedCohort | undefined,
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
