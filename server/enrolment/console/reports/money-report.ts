import { ordersList } from '../../../../contract/console/figure-lists.ts';
import type { ReportDays } from '../../../../contract/console/reports.ts';
import type { FigureDays } from '../figures.store.ts';
import { dayAfter, weeksOf, withMoments } from './report-days.ts';
import { all, counted, distinctKeys, type ReportReader } from './report-table.ts';
import { readMoney, type MoneyPart } from './reports.store.ts';
import type { ReportAsked } from './report-asked.ts';

interface MoneyData {
  /** Of the weeks, then of all of them. */
  spans: ReportDays[];
  parts: MoneyPart[];
}

/** Money that came in and went back, by week, partner and currency; then the sum of the weeks. */
export function moneyReport({ db, partners, zone }: ReportAsked, days: FigureDays): ReportReader<MoneyData> {
  const weeks = weeksOf(days);
  const places = [...weeks.keys()].map(String);
  const nameOf = (place: string) => {
    const week = weeks[Number(place)];
    return week === undefined ? all : `${week.from}/${week.until}`;
  };
  return {
    async read(whole, move) {
      const moved = weeks.map(({ from, until }) => ({
        from: move(from),
        until: dayAfter(move(dayAfter(until, 1)), -1),
      }));
      const spans = await withMoments(db, zone, [...moved, whole]);
      const parts = await readMoney(
        db,
        partners,
        spans.map(({ span }) => span),
      );
      return { spans, parts };
    },
    tables: [
      {
        name: 'weeks',
        keys(read) {
          const found = read.flatMap(({ parts }) => parts.map(({ partner, currency }) => [partner, currency]));
          const kinds = distinctKeys(
            partners.flatMap((code) => found.filter(([partner]) => partner === code).toSorted()),
          );
          return [...places, all].flatMap((place) => kinds.map((kind) => [place, ...kind]));
        },
        heads: ([place = all, ...kind]) => [nameOf(place), ...kind],
        cells([place, partner = '', currency = ''], { spans, parts }) {
          const at = place === all ? weeks.length : Number(place);
          const { span } = spans[at]!;
          return (['in', 'back'] as const).flatMap((direction) => {
            const part = parts.find(
              (each) =>
                each.place === at &&
                each.partner === partner &&
                each.currency === currency &&
                each.direction === direction,
            );
            const list = ordersList([partner], direction === 'in' ? 'received' : 'returned', { span, currency });
            return [counted(part?.orders ?? 0, list), counted(part?.cents ?? 0, list)];
          });
        },
      },
    ],
  };
}
