import { mostFigureDays, type Figures, type FigureSpan, type FiguresWish } from '../../../contract/console/figures.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { figureZoneOf, partnersAsked } from '../partner-scope.ts';
import {
  countSpan,
  readCohortSeats,
  readDays,
  readMoments,
  readSpan,
  type FigureDays,
  type FigureScope,
} from './figures.store.ts';
import { readFunnel } from './funnel.store.ts';

const dayMs = 86_400_000;
const usualDays = '30';

/**
 * The figures of Home.
 *
 * @param moments `now` decides which day it is; `judgedAt`, by the clock of business rules, which cohorts are to come
 * @throws Refusal invalid-request for days that end before they begin, or are too many
 */
export async function readFigures(
  db: Database,
  scope: StaffScope,
  wish: FiguresWish,
  { now, judgedAt }: { now: Date; judgedAt: Date },
): Promise<Figures> {
  const codes = partnersAsked(scope, wish.partner);
  const of: FigureScope = { partners: codes, zone: figureZoneOf(codes) };
  const { day, today, then, thenByNow, thenUntil } = await readMoments(db, of.zone, now);
  const days = daysOf(wish, day);
  const between = await readSpan(db, of, days);
  const span = async (from: Date, until: Date): Promise<FigureSpan> => ({
    from: from.toISOString(),
    until: until.toISOString(),
    ...(await countSpan(db, of, { from, until })),
  });
  return {
    siteId: enrolmentSite,
    zone: of.zone,
    ...days,
    span: between,
    today: await span(today, now),
    lastWeekByNow: await span(then, thenByNow),
    lastWeek: await span(then, thenUntil),
    funnel: (await readFunnel(db, { partners: codes, span: between })).flatMap(({ partner, steps }) =>
      partner === null ? [] : { partner, ...steps },
    ),
    days: await readDays(db, of, days),
    cohorts: await readCohortSeats(db, of, judgedAt),
  };
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/**
 * The days that a query asks for.
 *
 * @param today in the zone of the figures
 * @throws Refusal invalid-request for days that end before they begin, or are too many
 */
export function daysOf({ days = usualDays, from, ...wish }: FiguresWish, today: string): FigureDays {
  const { until = today } = wish;
  const first = from ?? dayBefore(until, Number(days) - 1);
  const count = (Date.parse(until) - Date.parse(first)) / dayMs + 1;
  if (count < 1) throw new Refusal('invalid-request', { message: 'The last day is before the first.' });
  if (count > mostFigureDays)
    throw new Refusal('invalid-request', { message: `At most ${mostFigureDays} days can be asked for.` });
  return { from: first, until };
}
