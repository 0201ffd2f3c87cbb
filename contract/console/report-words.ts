import { keptDays } from '../../shared/retention.ts';

/**
 * What the reports say, in one table: their columns, and what each number counts. Screens, the file a report is exported
 * to, the API reference and the documentation take the words from here.
 */

/** Reports by their names in addresses. */
export const reportNames = ['funnel', 'money', 'seats', 'leads', 'answers'] as const;
export type ReportName = (typeof reportNames)[number];

/** What one may choose beside the partner. */
export type ReportChoice = 'dates' | 'compare' | 'course' | 'cohort' | 'weeks';

/** What the numbers of a column are. Money is in cents of the row's currency, a time in seconds, a share from 0 to 1. */
export type Holds = 'count' | 'money' | 'time' | 'share';

/** A column of numbers. */
export interface ReportColumn {
  name: string;
  label: string;
  holds: Holds;
  /** What is counted, and from what is stored. */
  about: string;
}

/** A table of a report. */
export interface ReportTableWords {
  name: string;
  title: string;
  /** What stands before the numbers of a row. */
  heads: readonly { name: HeadName; label: string }[];
  columns: readonly ReportColumn[];
}

/** What a row is about. */
export type HeadName = 'partner' | 'step' | 'week' | 'currency' | 'daysBefore' | 'course' | 'kind';

/** A report in words. */
export interface ReportWords {
  title: string;
  /** One sentence. */
  about: string;
  choices: readonly ReportChoice[];
  tables: readonly ReportTableWords[];
}

const partner = { name: 'partner', label: 'Partner' } as const;
const took = (label: string) =>
  [
    {
      name: 'median',
      label: 'Median time',
      holds: 'time',
      about: `Half of them took at most this long from ${label}. The first time of each step counts.`,
    },
    {
      name: 'p90',
      label: '90% took at most',
      holds: 'time',
      about: `Nine of ten took at most this long from ${label}.`,
    },
  ] as const;

export const reportWords: Readonly<Record<ReportName, ReportWords>> = {
  funnel: {
    title: 'Way to payment',
    about: 'Of the members who registered in the time: how far they have come by now, and how long it took.',
    choices: ['dates', 'compare', 'course', 'cohort'],
    tables: [
      {
        name: 'steps',
        title: 'How far they have come',
        heads: [partner],
        columns: [
          {
            name: 'arrived',
            label: 'Page views',
            holds: 'count',
            about:
              'Views of the partner’s pages, not people: one visit counts each page it opens, and no visitor is followed. By days of UTC. Pages viewed fewer than ten times a day are not told apart and are left out; counts end after thirteen months. There is no list behind them.',
          },
          {
            name: 'registered',
            label: 'Registered',
            holds: 'count',
            about:
              'Accounts made on the partner’s pages in the time. Accounts that were deleted since are not counted.',
          },
          {
            name: 'eligible',
            label: 'Eligible',
            holds: 'count',
            about:
              'Of those registered: who passed the eligibility check at least once, or placed an order. A course or cohort does not narrow it.',
          },
          {
            name: 'chosen',
            label: 'Chose a seat',
            holds: 'count',
            about:
              'Of those registered: who placed an order, of the chosen course and cohort where there is one. Orders without money are deleted some time after they end, and do not count from then on.',
          },
          {
            name: 'paid',
            label: 'Paid',
            holds: 'count',
            about:
              'Of those registered: who paid for an order, of the chosen course and cohort where there is one. A later refund does not undo it.',
          },
        ],
      },
      {
        name: 'between',
        title: 'Between the steps',
        heads: [partner, { name: 'step', label: 'Step' }],
        columns: [
          {
            name: 'left',
            label: 'Not yet',
            holds: 'count',
            about: 'Members who have come to the first of the two steps and not to the second.',
          },
          {
            name: 'dropOff',
            label: 'Drop-off',
            holds: 'share',
            about: 'Their part of those who have come to the first.',
          },
          ...took(
            'the first step to the second, among those who have come to both in this order. When a page was viewed is stored of no member, so there is no time before the account',
          ),
        ],
      },
    ],
  },
  money: {
    title: 'Money by week',
    about: 'What came in and went back, by weeks from Monday to Sunday.',
    choices: ['dates', 'compare'],
    tables: [
      {
        name: 'weeks',
        title: 'Money in and back',
        heads: [{ name: 'week', label: 'Week' }, partner, { name: 'currency', label: 'Currency' }],
        columns: [
          {
            name: 'ordersIn',
            label: 'Orders with money in',
            holds: 'count',
            about: 'Orders of the partner for which a payment arrived in the week.',
          },
          {
            name: 'moneyIn',
            label: 'Money in',
            holds: 'money',
            about: 'The sum of these payments, as the card provider reported them, before its fees.',
          },
          {
            name: 'ordersBack',
            label: 'Orders with money back',
            holds: 'count',
            about: 'Orders of the partner for which a refund was begun in the week. Refunds that failed are none.',
          },
          {
            name: 'moneyBack',
            label: 'Money back',
            holds: 'money',
            about: 'The sum of these refunds. Money that a bank took back after a dispute is not among them.',
          },
        ],
      },
    ],
  },
  seats: {
    title: 'Seats sold',
    about:
      'How the seats of a cohort sell as its start comes nearer, beside the intake before it of the same course and mode.',
    choices: ['cohort', 'weeks'],
    tables: [
      {
        name: 'curve',
        title: 'Seats sold by days before the start',
        heads: [{ name: 'daysBefore', label: 'Days before the start' }],
        columns: [
          {
            name: 'sold',
            label: 'Seats sold',
            holds: 'count',
            about:
              'Orders of the cohort that are paid and keep their seat, paid by the end of that day in the cohort’s zone: to students of the partners shown. A seat that was given back since is not counted on any day. Empty for days to come.',
          },
          {
            name: 'before',
            label: 'Last intake',
            holds: 'count',
            about:
              'The same of the last cohort that started before it, of the same course and mode, which students of the partners shown may choose.',
          },
        ],
      },
    ],
  },
  leads: {
    title: 'Sources of leads',
    about: 'Where the form for a course outline was sent from, and what became of it.',
    choices: ['dates', 'compare', 'course'],
    tables: [
      {
        name: 'sources',
        title: 'Leads by page and course',
        heads: [partner, { name: 'course', label: 'Course' }],
        columns: [
          {
            name: 'leads',
            label: 'Leads',
            holds: 'count',
            about: `Forms sent from the partner’s page for the course. One that is sent again unchanged while it waits counts once. A campaign is not stored. Requests are deleted after ${keptDays.enquiry} days.`,
          },
          {
            name: 'registered',
            label: 'With an account',
            holds: 'count',
            about: 'Leads for whose address there is an account now, made by the form or otherwise.',
          },
          {
            name: 'eligible',
            label: 'Eligible',
            holds: 'count',
            about: 'Leads whose account passed the check or placed an order.',
          },
          {
            name: 'chosen',
            label: 'Chose a seat',
            holds: 'count',
            about: 'Leads whose account placed an order, of any course.',
          },
          {
            name: 'paid',
            label: 'Paid',
            holds: 'count',
            about: 'Leads whose account paid for an order, of any course.',
          },
        ],
      },
    ],
  },
  answers: {
    title: 'Answer times',
    about: 'How long requests to the advisors wait.',
    choices: ['dates', 'compare'],
    tables: [
      {
        name: 'waits',
        title: 'Requests by partner and kind',
        heads: [partner, { name: 'kind', label: 'Kind' }],
        columns: [
          { name: 'asked', label: 'Asked', holds: 'count', about: 'Requests that came in the time.' },
          {
            name: 'settled',
            label: 'Settled',
            holds: 'count',
            about: 'Those of them that an advisor has settled by now.',
          },
          { name: 'waiting', label: 'Waiting', holds: 'count', about: 'Those of them that still wait.' },
          {
            name: 'within',
            label: 'Within 24 hours',
            holds: 'share',
            about: 'The part of those asked that was settled within 24 hours, as the pages promise.',
          },
          ...took('the request to when it was settled, among those settled'),
        ],
      },
    ],
  },
};

/** What stands beside a column of the time that is compared with. */
export const comparedWord = ({ from, until }: { from: string; until: string }): string => `${from} to ${until}`;

/** The words of a table. @throws Error for a table that the report has not */
export function tableWords(report: ReportName, table: string): ReportTableWords {
  const found = reportWords[report].tables.find(({ name }) => name === table);
  if (!found) throw new Error(`The report "${report}" has no table "${table}".`);
  return found;
}
