import { membersList, type MembersCounted } from '../../../../contract/console/figure-lists.ts';
import type { SeatsMeant } from '../../../../contract/console/members-schemas.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import { readFunnel, stepPairs, type FunnelPart } from '../funnel.store.ts';
import { all, counted, plain, type ReportReader } from './report-table.ts';
import type { ReportAsked } from './report-asked.ts';

interface FunnelData {
  parts: FunnelPart[];
  /** Page views by partner. */
  views: ReadonlyMap<string, number>;
}

/** From page views to payment, by partner; then what lies between the steps. */
export function funnelReport({ db, membership, partners, wish, cohort }: ReportAsked): ReportReader<FunnelData> {
  const of: SeatsMeant = {
    courses: wish.course && [wish.course],
    cohorts: cohort && [cohort.id],
  };
  const keys = partners.length > 1 ? [...partners, all] : partners;
  const shown = (key: string) => (key === all ? partners : partners.filter((code) => code === key));
  const partOf = ({ parts }: FunnelData, key: string) => parts.find(({ partner }) => (partner ?? all) === key)!;
  const listOf = (key: string, asked: Pick<MembersCounted, 'span' | 'step' | 'not'>) =>
    membersList({ siteId: enrolmentSite, partners: shown(key), ...of, ...asked });
  return {
    async read({ from, until, span }) {
      const views = await membership.countViewsBelow(db, {
        siteId: enrolmentSite,
        segments: partners,
        from,
        to: until,
      });
      return {
        parts: await readFunnel(db, { partners, span, of }),
        views: new Map(views.map(({ segment, views: count }) => [segment, count])),
      };
    },
    tables: [
      {
        name: 'steps',
        keys: () => keys.map((key) => [key]),
        cells([key = all], data, { span }) {
          const { steps } = partOf(data, key);
          const views = shown(key).reduce((sum, code) => sum + (data.views.get(code) ?? 0), 0);
          const names = ['registered', 'eligible', 'chosen', 'paid'] as const;
          return [plain(views), ...names.map((step) => counted(steps[step], listOf(key, { span, step })))];
        },
      },
      {
        name: 'between',
        keys: () => keys.flatMap((key) => stepPairs.map(([, step]) => [key, step])),
        cells([key = all, to], data, { span }) {
          const { steps, took } = partOf(data, key);
          const [before, step] = stepPairs.find(([, each]) => each === to)!;
          const left = steps[before] - steps[step];
          return [
            counted(left, listOf(key, { span, step: before, not: step })),
            plain(steps[before] === 0 ? null : left / steps[before]),
            plain(took[step].median),
            plain(took[step].p90),
          ];
        },
      },
    ],
  };
}
