import * as z from 'zod/mini';
import { courseCodes, studyModes } from '../../shared/courses.ts';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';
import { FiguresQuery, mostFigureDays } from './figures.ts';
import { reportNames, reportWords } from './report-words.ts';

/** What a report is compared with: the days just before, or the same days a year before. */
export const comparisons = ['before', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** How many weeks before the start of a cohort the seats sold are told of: of the last four each day, else each week. */
export const seatWeeks = ['4', '12', '26'] as const;
/** Unless another is chosen. */
export const usualSeatWeeks = '26' satisfies (typeof seatWeeks)[number];

/** Which report, of which time. What a report does not ask for is refused; `choices` of its words says what it asks for. */
const ReportQuery = z.extend(FiguresQuery, {
  compare: z.optional(z.enum(comparisons)),
  course: z.optional(z.enum(courseCodes)),
  /**
   * An id; one that students of the partners may not choose is as none. Of seats sold: the next cohort to start unless
   * given.
   */
  cohort: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Of seats sold: half a year unless given. */
  weeks: z.optional(z.enum(seatWeeks)),
});
export type ReportWish = z.infer<typeof ReportQuery>;

const params = z.object({ report: z.enum(reportNames) });

const Cell = z.object({
  /** null where there is nothing to tell. Of money cents, of a time seconds, of a share 0 to 1. */
  value: z.nullable(z.number()),
  /** The address of the list with what is counted, below `/console` and `/console/api`; null for what is no count of rows. */
  list: z.nullable(z.string()),
});
export type ReportCell = z.infer<typeof Cell>;

const Row = z.object({
  /** By the heads of the table: codes, ids, and for a week its first and last day: `2026-11-16/2026-11-22`. `all` sums up. */
  heads: z.array(z.string()),
  /** By the columns of the table. */
  cells: z.array(Cell),
  /** The same of the time that is compared with; empty without one. */
  compared: z.array(Cell),
});
export type ReportRow = z.infer<typeof Row>;

const Days = z.object({
  /** The first and the last day: `YYYY-MM-DD`. */
  from: z.string(),
  until: z.string(),
  /** The same as moments, ISO. */
  span: z.object({ from: z.string(), until: z.string() }),
});
export type ReportDays = z.infer<typeof Days>;

const Cohort = z.object({
  id: z.string(),
  name: z.string(),
  course: z.enum(courseCodes),
  mode: z.enum(studyModes),
  /** `YYYY-MM-DD` */
  startDate: z.string(),
  isCancelled: z.boolean(),
});
export type ReportCohort = z.infer<typeof Cohort>;

const Report = z.object({
  report: z.enum(reportNames),
  /** IANA zone of all days: the partner's where there is one, of seats the cohort's, else UTC. */
  zone: z.string(),
  /** null for a report that is of no days. */
  days: z.nullable(Days),
  compared: z.nullable(Days),
  tables: z.array(z.object({ name: z.string(), rows: z.array(Row) })),
  /** The cohort that the report is about alone, and of seats sold the one before it. */
  cohort: z.nullable(Cohort),
  lastCohort: z.nullable(Cohort),
  /** Cohorts that may be chosen, the last to start first. */
  cohorts: z.array(Cohort),
});
export type Report = z.infer<typeof Report>;

const may = { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay;
const list = `/orders?partner=${examplePartner}&received.from=2026-11-15T13%3A00%3A00.000Z&received.until=2026-11-22T13%3A00%3A00.000Z`;
const contents = reportNames.map((name) => `\`${name}\`: ${reportWords[name].about}`).join(' ');

/** Reports about enrolment. */
export const reportConsoleCalls = defineCalls({
  'GET /console/api/reports/:report': {
    summary: 'Read a report about enrolment',
    about: `${contents} At most ${mostFigureDays} days. Of the partners in scope alone; one that is not answers as one without members.`,
    caller: 'staff',
    may,
    params,
    query: ReportQuery,
    answer: z.object({ data: Report }),
    example: {
      params: { report: 'money' },
      query: { from: '2026-11-16', until: '2026-11-22', compare: 'before' },
      answer: {
        data: {
          report: 'money',
          zone: 'Australia/Sydney',
          days: {
            from: '2026-11-16',
            until: '2026-11-22',
            span: { from: '2026-11-15T13:00:00.000Z', until: '2026-11-22T13:00:00.000Z' },
          },
          compared: null,
          tables: [
            {
              name: 'weeks',
              rows: [
                {
                  heads: ['2026-11-16/2026-11-22', examplePartner, 'AUD'],
                  cells: [
                    { value: 2, list },
                    { value: 1_287_500, list },
                    { value: 0, list },
                    { value: 0, list },
                  ],
                  compared: [],
                },
              ],
            },
          ],
          cohort: null,
          lastCohort: null,
          cohorts: [],
        },
      },
    },
  },
  'GET /console/api/reports/:report/tables/:table': {
    summary: 'Export a table of a report',
    about: 'Exactly the rows and columns that the report has, with money in units of its currency and times in hours.',
    caller: 'staff',
    may,
    params: z.extend(params, { table: z.string().check(z.maxLength(40)) }),
    query: ReportQuery,
    mediaType: 'text/csv',
    refusals: ['not-found'],
    example: {
      params: { report: 'money', table: 'weeks' },
      query: { days: '30' },
      answer: 'A file, UTF-8 with a byte order mark.',
    },
  },
});

/** What is said of them. */
export const reportConsoleSubject: ConsoleSubject = {
  title: 'Reports',
  about: 'How enrolment goes over time. Each number says which list it counts.',
  calls: reportConsoleCalls,
};
