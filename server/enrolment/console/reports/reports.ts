import { reportWords, type ReportChoice, type ReportName } from '../../../../contract/console/report-words.ts';
import type { Report, ReportWish } from '../../../../contract/console/reports.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { figureZoneOf, partnersAsked } from '../../partner-scope.ts';
import { daysOf } from '../figures.ts';
import { readMoments } from '../figures.store.ts';
import { funnelReport } from './funnel-report.ts';
import { moneyReport } from './money-report.ts';
import type { ReportAsked } from './report-asked.ts';
import { dayAfter, mover, withMoments } from './report-days.ts';
import { drawTables, type ReportReader } from './report-table.ts';
import { findCohort, readCohorts } from './reports.store.ts';
import { answersReport, leadsReport } from './request-reports.ts';
import { seatsReport, shownOf } from './seats-report.ts';

interface Wanted {
  report: ReportName;
  wish: ReportWish;
  /** Decides which day it is; `judgedAt`, by the clock of business rules, which cohorts are to come. */
  now: Date;
  judgedAt: Date;
}

/**
 * Reads a report.
 *
 * @throws Refusal invalid-request for days that are none or too many, and for a choice that the report does not ask for
 */
export async function readReport(
  { db, membership }: Pick<ReportAsked, 'db' | 'membership'>,
  scope: StaffScope,
  { report, wish, now, judgedAt }: Wanted,
): Promise<Report> {
  requireChoices(report, wish);
  const partners = partnersAsked(scope, wish.partner);
  const zone = figureZoneOf(partners);
  const cohort = wish.cohort === undefined ? undefined : await findCohort(db, partners, { id: wish.cohort });
  const asked: ReportAsked = { db, membership, partners, zone, wish, cohort };
  if (report === 'seats') return { report, days: null, compared: null, ...(await seatsReport(asked, judgedAt)) };
  const { day } = await readMoments(db, zone, now);
  const days = daysOf(wish, day);
  const move = wish.compare && mover(days, wish.compare);
  const other = move && { from: move(days.from), until: dayAfter(move(dayAfter(days.until, 1)), -1) };
  const [own, compared] = await withMoments(db, zone, other ? [days, other] : [days]);
  const draw = <Data>(reader: ReportReader<Data>) =>
    drawTables(reader, own!, compared && move && { days: compared, move });
  const tables = {
    funnel: () => draw(funnelReport(asked)),
    money: () => draw(moneyReport(asked, days)),
    leads: () => draw(leadsReport(asked)),
    answers: () => draw(answersReport(asked)),
  };
  return {
    report,
    zone,
    days: own ?? null,
    compared: compared ?? null,
    tables: await tables[report](),
    cohort: shownOf(cohort),
    lastCohort: null,
    cohorts: report === 'funnel' ? await readCohorts(db, partners, judgedAt) : [],
  };
}

/** What of a query belongs to which choice. */
const choiceOf: Readonly<Record<keyof ReportWish, ReportChoice | undefined>> = {
  partner: undefined,
  days: 'dates',
  from: 'dates',
  until: 'dates',
  compare: 'compare',
  course: 'course',
  cohort: 'cohort',
  weeks: 'weeks',
};

function requireChoices(report: ReportName, wish: ReportWish): void {
  const { title, choices } = reportWords[report];
  for (const [field, choice] of Object.entries(choiceOf))
    if (choice !== undefined && wish[field as keyof ReportWish] !== undefined && !choices.includes(choice))
      throw new Refusal('invalid-request', {
        message: `The report "${title}" takes no "${field}".`,
        extras: { field },
      });
}
