import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listsOfSpan, membersList, seatsOfFigures } from '../../../../contract/console/figure-lists.ts';
import type { Figures, FigureSpan } from '../../../../contract/console/figures.ts';
import { reportNames, type ReportName } from '../../../../contract/console/report-words.ts';
import type { Report, ReportWish } from '../../../../contract/console/reports.ts';
import { memberSteps } from '../../../../contract/console/members-schemas.ts';
import { courseCodes } from '../../../../shared/courses.ts';
import { partners, type PartnerCode } from '../../../../shared/partners.ts';
import { admissionsOf, owner, startTestConsole, type TestConsole, type TestStaff } from '../../../testing/console.ts';
import {
  historyCohorts,
  historyOf,
  historyPartners,
  historyRanges,
  startOfDay,
  writeHistory,
  type History,
} from '../../../testing/history.ts';
import {
  countReport,
  countSeats,
  funnelOf,
  paidIn,
  registeredIn,
  spanOf,
  sumsOf,
} from '../../../testing/history-numbers.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import { createEnrolment } from '../../enrolment.ts';
import { styleOfPage } from '../../mails/partner-mail.ts';
import { areOfPartners, idsOfPartners } from '../../partner-members.store.ts';
import { hasReached } from '../../member-steps.ts';

let product: TestMembership;
let staffed: TestConsole;
/** Between the two last cohorts. */
const judgedAt = new Date('2026-11-04T12:00:00Z');
const zoneOfCohorts = 'Pacific/Auckland';

beforeAll(async () => {
  product = await startTestMembership({
    optionsFor: () => ({
      mailStyle: styleOfPage,
      partnerMembers: { siteId: enrolmentSite, areOf: areOfPartners, idsOf: idsOfPartners, hasReached },
    }),
  });
  const platform = { ...product.services, clock: { now: () => judgedAt } };
  staffed = await startTestConsole(product.membership, createEnrolment(platform, product.membership));
  await product.database.pool.query('truncate cohort cascade');
  for (const { id, course, start } of historyCohorts)
    await product.database.pool.query(
      `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
       values ($1, $2, $1, 'full-time', $3, $4, 20)`,
      [id, course, start, zoneOfCohorts],
    );
});
afterAll(async () => {
  await staffed?.close();
  await product?.stop();
});

/** A displayed number, and the list that it links to. */
interface Told {
  what: string;
  value: number;
  list: string;
}

/** Numbers that are not the count of the list that they lead to, for the same person. */
async function findWrongCounts(staff: TestStaff, told: readonly Told[]): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { list } of told) {
    if (counts.has(list)) continue;
    const { status, json, text } = await staffed.ask(staff, 'GET', `${list}&limit=1`);
    if (status !== 200) throw new Error(`${list} answered ${status} ${text}`);
    counts.set(list, json.count.rows);
  }
  return told
    .filter(({ value, list }) => counts.get(list) !== value)
    .map(({ what, value, list }) => `${what}: ${value} is told, ${list} has ${counts.get(list)}`);
}

/** The numbers of a report that lead to lists. A sum of money leads to the orders that the number before it counts. */
const toldBy = ({ report, tables }: Report): Told[] =>
  tables.flatMap(({ name, rows }) =>
    rows.flatMap(({ heads, cells, compared }) =>
      [cells, compared].flatMap((row) =>
        row.flatMap(({ value, list }, at) => {
          const isMoney = report === 'money' && at % 2 === 1;
          if (list === null) return [];
          if (isMoney) expect(list).toBe(row[at - 1]!.list);
          return isMoney ? [] : [{ what: `${report} ${name} ${heads.join(' ')} ${at}`, value: value!, list }];
        }),
      ),
    ),
  );

const numbers = (cells: readonly { value: number | null }[]) => cells.map(({ value }) => value);
const isNothing = (cells: readonly (number | null)[]) => cells.every((value) => value === null || value === 0);

/** Compares a report with what the history says; rows without anything may be missing. */
function expectCounted({ report, tables }: Report, counted: ReturnType<typeof countReport>): void {
  for (const { name, rows } of tables) {
    const expected = counted[name]!;
    const found = Object.fromEntries(
      rows.map(({ heads, cells, compared }) => [
        heads.join(' '),
        { cells: numbers(cells), compared: numbers(compared) },
      ]),
    );
    for (const [heads, row] of Object.entries(expected))
      if (!(heads in found) && isNothing(row.cells) && isNothing(row.compared)) delete expected[heads];
    expect({ report, name, rows: found }).toEqual({ report, name, rows: expected });
  }
}

const queryOf = (wish: ReportWish) =>
  new URLSearchParams(Object.entries(wish).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

async function readReport(staff: TestStaff, report: ReportName, wish: ReportWish): Promise<Report> {
  const { status, text, data } = await staffed.ask(staff, 'GET', `/reports/${report}?${queryOf(wish)}`);
  if (status !== 200) throw new Error(`${report} answered ${status} ${text}`);
  return data;
}

/** Cells of a file as numbers, in their order; money is in cents there too. */
async function expectFile(staff: TestStaff, report: Report, wish: ReportWish): Promise<void> {
  for (const { name, rows } of report.tables) {
    const { text } = await staffed.ask(staff, 'GET', `/reports/${report.report}/tables/${name}?${queryOf(wish)}`);
    const [, ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
    const cellText = (value: number | null, at: number) => {
      if (value === null) return '';
      const isMoney = report.report === 'money' && at % 2 === 1;
      const isShare = (name === 'between' && at === 1) || (name === 'waits' && at === 3);
      const isTime = (name === 'between' && at > 1) || (name === 'waits' && at > 3);
      if (isMoney) return (value / 100).toFixed(2);
      if (isShare) return (value * 100).toFixed(1);
      return isTime ? (value / 3600).toFixed(2) : String(value);
    };
    expect(lines).toEqual(
      rows.map(({ heads, cells, compared }) =>
        [...heads, ...numbers(cells).map(cellText), ...numbers(compared).map(cellText)].join(','),
      ),
    );
  }
}

/** The numbers of Home with the lists that they lead to. */
function toldByHome(figures: Figures): Told[] {
  const spans: [string, FigureSpan][] = [
    ['today', figures.today],
    ['by now', figures.lastWeekByNow],
    ['last week', figures.lastWeek],
  ];
  return [
    ...spans.flatMap(([name, span]) => {
      const { registered, enrolled } = listsOfSpan(figures, span);
      return [
        { what: `registered ${name}`, value: span.registered, list: registered },
        { what: `enrolled ${name}`, value: span.enrolled, list: enrolled },
      ];
    }),
    ...figures.funnel.flatMap((row) =>
      (['registered', ...memberSteps] as const).map((step) => ({
        what: `funnel ${row.partner} ${step}`,
        value: row[step],
        list: membersList({ siteId: figures.siteId, partners: [row.partner], span: figures.span, step }),
      })),
    ),
    ...figures.cohorts.map(({ id, soldHere }) => ({
      what: `seats ${id}`,
      value: soldHere,
      list: seatsOfFigures(figures, id),
    })),
  ];
}

function expectHome(figures: Figures, made: History, of: readonly PartnerCode[]): void {
  const { from, until, zone } = figures;
  const between = ({ from: first, until: last }: { from: string; until: string }) => ({
    from: Date.parse(first),
    until: Date.parse(last),
  });
  for (const span of [figures.today, figures.lastWeekByNow, figures.lastWeek])
    expect(span).toMatchObject({
      registered: registeredIn(made, of, between(span)).length,
      enrolled: paidIn(made, of, between(span)),
      moneyIn: sumsOf(made, of, 'in', between(span)),
      moneyBack: sumsOf(made, of, 'back', between(span)),
    });
  expect(between(figures.span)).toEqual(spanOf(from, until, zone));
  for (const { partner, registered, eligible, chosen, paid } of figures.funnel)
    expect([partner, registered, eligible, chosen, paid]).toEqual([
      partner,
      ...(of.includes(partner) ? funnelOf(made, [partner], spanOf(from, until, zone)) : [0, 0, 0, 0]),
    ]);
  for (const { day, registered, enrolled } of figures.days) {
    const span = { from: startOfDay(day, zone), until: spanOf(day, day, zone).until };
    expect([day, registered, enrolled]).toEqual([day, registeredIn(made, of, span).length, paidIn(made, of, span)]);
  }
}

const asking = fc.constantFrom(...historyRanges).chain((range) =>
  fc.record({
    made: historyOf(range),
    /** The scope: all partners, or some; and the partner that is chosen, if any. */
    scope: fc.constantFrom<readonly PartnerCode[] | 'all'>('all', ['uts', 'vcu'], ['uts']),
    chosen: fc.option(fc.constantFrom(...historyPartners)),
    range: fc.constant(range),
    compare: fc.constantFrom(undefined, 'before', 'year'),
    course: fc.constantFrom(undefined, ...courseCodes),
    cohort: fc.constantFrom(undefined, ...historyCohorts.map(({ id }) => id)),
  }),
);

/** 30 seconds for each history: there are two processors for all that runs. */
const patienceMs = 600_000;

test(
  'every number of Home and of reports is that of its list, and what the history says',
  async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(asking, async ({ made, scope, chosen, range, compare, course, cohort }) => {
        await writeHistory(product.database.pool, made);
        const staff = scope === 'all' ? owner : admissionsOf(...scope);
        const seen = (Object.keys(partners) as PartnerCode[]).filter((code) => scope === 'all' || scope.includes(code));
        const of = seen.filter((code) => chosen === null || code === chosen);
        const zone = of.length === 1 ? partners[of[0]!].timeZone : 'UTC';
        const common = { ...range, partner: chosen ?? undefined, compare };
        const wishes = {
          funnel: { ...common, course, cohort },
          money: common,
          leads: { ...common, course },
          answers: common,
        } satisfies Partial<Record<ReportName, ReportWish>>;
        for (const [name, wish] of Object.entries(wishes) as [keyof typeof wishes, ReportWish][]) {
          const report = await readReport(staff, name, wish);
          expectCounted(report, countReport(made, name, { partners: of, zone, wish }));
          const leading = toldBy(report);
          told += leading.length;
          expect(await findWrongCounts(staff, leading)).toEqual([]);
          await expectFile(staff, report, wish);
        }
        const weeks = made.members.length % 2 === 0 ? '4' : '26';
        const seats = await readReport(staff, 'seats', {
          partner: chosen ?? undefined,
          cohort: 'cyber-2026-11',
          weeks,
        });
        if (of.length > 0) {
          const now = judgedAt.getTime();
          const sold = (id: string) => countSeats(made, of, { cohort: id, zone: zoneOfCohorts, now });
          const [own, last] = [sold('cyber-2026-11'), sold('cyber-2026-07')];
          expect(seats.tables[0]!.rows.map(({ heads, cells }) => [heads[0], ...numbers(cells)])).toEqual(
            seats.tables[0]!.rows.map(({ heads: [days = ''] }) => [days, own[days], last[days]]),
          );
          expect(seats.tables[0]!.rows).toHaveLength(weeks === '4' ? 29 : 27);
        } else expect(seats.tables[0]!.rows).toEqual([]);
        expect(await findWrongCounts(staff, toldBy(seats))).toEqual([]);
        const home = await staffed.ask(staff, 'GET', `/figures?${queryOf({ ...range, partner: chosen ?? undefined })}`);
        expectHome(home.data, made, of);
        expect(await findWrongCounts(staff, toldByHome(home.data))).toEqual([]);
      }),
      // To shrink what fails takes minutes.
      { numRuns: 8, endOnFailure: true },
    );
    expect(told).toBeGreaterThan(200);
  },
  patienceMs,
);

test('a number that is one too many is found, in a report and on Home (negative control)', async () => {
  const [made] = fc.sample(historyOf(historyRanges[0]), 1);
  await writeHistory(product.database.pool, made!);
  for (const name of reportNames) {
    const wishes = name === 'seats' ? [{ cohort: 'cyber-2026-11' }] : historyRanges;
    const reports = await Promise.all(wishes.map((wish) => readReport(owner, name, wish)));
    const right = reports.map(toldBy).find((told) => told.length > 0) ?? [];
    const [first] = right;
    expect({ name, first }).toEqual({ name, first: expect.anything() });
    const wrong = [{ ...first!, value: first!.value + 1 }, ...right.slice(1)];
    expect(await findWrongCounts(owner, right)).toEqual([]);
    expect(await findWrongCounts(owner, wrong)).toEqual([expect.stringContaining(first!.what)]);
  }
  const { data } = await staffed.ask(owner, 'GET', `/figures?${queryOf(historyRanges[0])}`);
  const figures = data as Figures;
  const changed = { ...figures, today: { ...figures.today, registered: figures.today.registered + 1 } };
  expect(await findWrongCounts(owner, toldByHome(changed))).toHaveLength(1);
  expect(() => expectHome(changed, made!, Object.keys(partners) as PartnerCode[])).toThrow(/to match object/);
});
