import type { FunnelStep } from '../../contract/console/figure-lists.ts';
import type { ReportName } from '../../contract/console/report-words.ts';
import type { ReportWish } from '../../contract/console/reports.ts';
import type { PartnerCode } from '../../shared/partners.ts';
import { enrolmentSite } from '../enrolment/enrolment-site.ts';
import { historyCohorts, startOfDay, type History, type HistoryMember, type HistoryOrder } from './history.ts';

/**
 * What reports have to tell of a history, counted from the history itself, without the database and without what the
 * product counts by.
 */

interface Span {
  from: number;
  until: number;
}
interface Asked {
  partners: readonly PartnerCode[];
  zone: string;
  /** With both days. */
  wish: ReportWish;
}
/** Rows by their heads, with the numbers of the days and of those that they are compared with. */
export type Expected = Record<string, Record<string, { cells: (number | null)[]; compared: (number | null)[] }>>;

const dayMs = 86_400_000;
const after = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const lies = (at: number | null, { from, until }: Span) => at !== null && at >= from && at < until;

/** Both days in a zone, as moments. */
export const spanOf = (from: string, until: string, zone: string): Span => ({
  from: startOfDay(from, zone),
  until: startOfDay(after(until, 1), zone),
});

function moved(day: string, { from, until, compare }: ReportWish): string {
  if (compare === 'year') return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return after(day, -((Date.parse(until!) - Date.parse(from!)) / dayMs + 1));
}

const middle = (sorted: readonly number[], part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? null;
/** Half took at most the first, nine of ten the second; in seconds. */
function took(waitsMs: readonly number[]): (number | null)[] {
  const sorted = waitsMs.map((ms) => Math.floor(ms / 1_000)).toSorted((a, b) => a - b);
  return [middle(sorted, 0.5), middle(sorted, 0.9)];
}

const meant = ({ course, cohort }: ReportWish, order: HistoryOrder) =>
  (course === undefined || order.course === course) && (cohort === undefined || order.cohort === cohort);
const least = (times: readonly (number | null)[]) => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** When a member first came to a step; null for one who has not, undefined where it is not known when. */
function timeOf(step: FunnelStep, member: HistoryMember, wish: ReportWish): number | null | undefined {
  const placed = member.orders.filter((order) => meant(wish, order));
  if (step === 'registered') return member.created;
  if (step === 'chosen') return least(placed.map(({ created }) => created));
  if (step === 'paid') return least(placed.map(({ paid }) => paid));
  const passed = least(member.checks.filter(({ outcome }) => outcome === 'preapproved').map(({ at }) => at));
  return passed ?? (member.orders.length > 0 ? undefined : null);
}

const steps = ['registered', 'eligible', 'chosen', 'paid'] as const;
const has = (step: FunnelStep, member: HistoryMember, wish: ReportWish) => timeOf(step, member, wish) !== null;

export const registeredIn = ({ members }: History, partners: readonly PartnerCode[], span: Span): HistoryMember[] =>
  members.filter(
    ({ site, partner, created }) =>
      site === enrolmentSite && partner !== null && partners.includes(partner) && lies(created, span),
  );
const ordersOf = ({ members }: History, partners: readonly PartnerCode[]) =>
  members.flatMap(({ orders }) => orders).filter(({ partner }) => partners.includes(partner));

/** How many have come how far. */
export const funnelOf = (history: History, partners: readonly PartnerCode[], span: Span, wish: ReportWish = {}) =>
  steps.map((step) => registeredIn(history, partners, span).filter((member) => has(step, member, wish)).length);

/** Seats that were paid for in a time. */
export const paidIn = (history: History, partners: readonly PartnerCode[], span: Span): number =>
  ordersOf(history, partners).filter(({ paid }) => lies(paid, span)).length;

type Direction = 'in' | 'back';
/** Money in a time: what moved, of which order. */
function moneyIn(history: History, partners: readonly PartnerCode[], direction: Direction, span: Span) {
  return ordersOf(history, partners).flatMap((order) =>
    order.payments.flatMap(({ cents, currency, at, refunds }) => {
      const moves =
        direction === 'in' ? [{ cents, at }] : refunds.filter(({ state }) => !['failed', 'canceled'].includes(state));
      return moves.flatMap((move) => (lies(move.at, span) ? [{ order, currency, cents: move.cents }] : []));
    }),
  );
}

/** Money in a time by currency. */
export function sumsOf(history: History, partners: readonly PartnerCode[], direction: Direction, span: Span) {
  const found = moneyIn(history, partners, direction, span);
  return [...new Set(found.map(({ currency }) => currency))].toSorted().map((currency) => ({
    currency,
    cents: found.reduce((sum, each) => sum + (each.currency === currency ? each.cents : 0), 0),
  }));
}

type Counter = (
  history: History,
  asked: Asked,
  days: { from: string; until: string },
) => Record<string, Record<string, (number | null)[]>>;

const groups = (partners: readonly PartnerCode[]): [string, readonly PartnerCode[]][] => [
  ...partners.map((code): [string, readonly PartnerCode[]] => [code, [code]]),
  ...(partners.length > 1 ? [['all', partners] as [string, readonly PartnerCode[]]] : []),
];

const countFunnel: Counter = (history, { partners, zone, wish }, { from, until }) => {
  const span = spanOf(from, until, zone);
  const stepsTable: Record<string, (number | null)[]> = {};
  const between: Record<string, (number | null)[]> = {};
  for (const [name, codes] of groups(partners)) {
    const views = history.views
      .filter(
        ({ path, day, count }) =>
          codes.includes(path.split('/')[1] as PartnerCode) && day >= from && day <= until && count >= 10,
      )
      .reduce((sum, { count }) => sum + count, 0);
    const counts = funnelOf(history, codes, span, wish);
    stepsTable[name] = [views, ...counts];
    for (const [at, step] of steps.entries())
      if (at > 0) {
        const waits = registeredIn(history, codes, span).flatMap((member) => {
          const [first, second] = [timeOf(steps[at - 1]!, member, wish), timeOf(step, member, wish)];
          return first != null && second != null && second >= first ? [second - first] : [];
        });
        const left = counts[at - 1]! - counts[at]!;
        between[`${name} ${step}`] = [left, counts[at - 1] === 0 ? null : left / counts[at - 1]!, ...took(waits)];
      }
  }
  return { steps: stepsTable, between };
};

const countMoney: Counter = (history, { partners, zone, wish }, days) => {
  const weeks: [string, string, string][] = [];
  for (let day = wish.from!; day <= wish.until!; day = after(day, 1)) {
    const isFirst = weeks.length === 0 || new Date(day).getUTCDay() === 1;
    if (isFirst) weeks.push([day, day, day]);
    else weeks.at(-1)![1] = day;
  }
  const shift = (day: string) => (days.from === wish.from ? day : moved(day, wish));
  const spans: [string, Span][] = [
    ...weeks.map(([first, last]): [string, Span] => [
      `${first}/${last}`,
      { from: startOfDay(shift(first), zone), until: startOfDay(shift(after(last, 1)), zone) },
    ]),
    ['all', spanOf(days.from, days.until, zone)],
  ];
  const rows: Record<string, (number | null)[]> = {};
  for (const [name, span] of spans)
    for (const code of partners)
      for (const currency of ['AUD', 'SGD', 'USD']) {
        const cells = (['in', 'back'] as const).flatMap((direction) => {
          const found = moneyIn(history, [code], direction, span).filter((each) => each.currency === currency);
          return [new Set(found.map(({ order }) => order)).size, found.reduce((sum, { cents }) => sum + cents, 0)];
        });
        rows[`${name} ${code} ${currency}`] = cells;
      }
  return { weeks: rows };
};

const countLeads: Counter = (history, { partners, zone, wish }, { from, until }) => {
  const span = spanOf(from, until, zone);
  const leads = history.requests.filter(
    ({ kind, partner, created, course }) =>
      kind === 'lead' &&
      partners.includes(partner) &&
      lies(created, span) &&
      (wish.course === undefined || course === wish.course),
  );
  const cells = (of: typeof leads) => [
    of.length,
    ...steps.map(
      (step) =>
        of.filter(({ member }) => {
          const found = history.members[member];
          return found?.site === enrolmentSite && has(step, found, {});
        }).length,
    ),
  ];
  const rows: Record<string, (number | null)[]> = { 'all all': cells(leads) };
  for (const code of partners)
    for (const course of ['cyber', 'data', 'software'])
      rows[`${code} ${course}`] = cells(leads.filter((each) => each.partner === code && each.course === course));
  return { sources: rows };
};

const countAnswers: Counter = (history, { partners, zone }, { from, until }) => {
  const asked = history.requests.filter(
    ({ partner, created }) => partners.includes(partner) && lies(created, spanOf(from, until, zone)),
  );
  const cells = (of: typeof asked) => {
    const waits = of.flatMap(({ created, settled }) => (settled === null ? [] : [settled - created]));
    const promptly = waits.filter((ms) => ms <= dayMs).length;
    return [
      of.length,
      waits.length,
      of.length - waits.length,
      of.length === 0 ? null : promptly / of.length,
      ...took(waits),
    ];
  };
  const rows: Record<string, (number | null)[]> = { 'all all': cells(asked) };
  for (const code of partners)
    for (const kind of ['lead', 'consultation', 'support'])
      rows[`${code} ${kind}`] = cells(asked.filter((each) => each.partner === code && each.kind === kind));
  return { waits: rows };
};

const counters = { funnel: countFunnel, money: countMoney, leads: countLeads, answers: countAnswers };

/** The numbers of a report of days. Rows of which a report may leave out those without anything are all here. */
export function countReport(history: History, report: Exclude<ReportName, 'seats'>, asked: Asked): Expected {
  const { wish } = asked;
  const own = counters[report](history, asked, { from: wish.from!, until: wish.until! });
  const other =
    wish.compare &&
    counters[report](history, asked, {
      from: moved(wish.from!, wish),
      until: after(moved(after(wish.until!, 1), wish), -1),
    });
  return Object.fromEntries(
    Object.entries(own).map(([table, rows]) => [
      table,
      Object.fromEntries(
        Object.entries(rows).map(([heads, cells]) => [heads, { cells, compared: other ? other[table]![heads]! : [] }]),
      ),
    ]),
  );
}

/** Seats sold of a cohort by the end of each day so many days before its start; null for days that have not begun. */
export const countSeats = (
  history: History,
  partners: readonly PartnerCode[],
  { cohort, zone, now }: { cohort: string; zone: string; now: number },
): Record<string, number | null> =>
  Object.fromEntries(
    Array.from({ length: 7 * 26 + 1 }, (_, days) => days).map((days) => {
      const day = after(historyCohorts.find(({ id }) => id === cohort)!.start, -days);
      const end = startOfDay(after(day, 1), zone);
      const sold = ordersOf(history, partners).filter(
        (order) => order.cohort === cohort && order.state === 'paid' && order.paid! < end,
      ).length;
      return [String(days), startOfDay(day, zone) > now ? null : sold];
    }),
  );
