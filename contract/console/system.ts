import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { limits } from '../limits.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** What a job does now: it failed (for good, or for hours), waits for its next attempt, runs, or is due later. */
export const jobStates = ['failed', 'waiting', 'running', 'later'] as const;

/** Jobs that wait and jobs that failed; what has been done leaves the queue. */
export const jobList = defineList({
  columns: {
    kind: { label: 'Job', holds: 'text', filter: ['is'] },
    state: { label: 'State', holds: 'choice', values: jobStates, filter: ['is'] },
    due: { label: 'Due', holds: 'time', filter: ['from', 'until'], sort: true },
    attempts: { label: 'Attempts', holds: 'text' },
    fault: { label: 'What went wrong', holds: 'text' },
    about: { label: 'About', holds: 'text' },
    queued: { label: 'Queued', holds: 'time', hidden: true },
  },
  order: 'due',
});

const Job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  /** ISO */
  dueAt: z.string(),
  queuedAt: z.string(),
  attempts: z.number(),
  maxAttempts: z.number(),
  /** Of the last attempt that failed, without personal data. */
  fault: z.nullable(z.string()),
  /** The id of what it is about, where its payload has one. */
  about: z.nullable(z.string()),
});
export type JobRow = z.infer<typeof Job>;

const Counted = z.object({ name: z.string(), outcome: z.string(), count: z.number() });

/** The state of an installation. */
const State = z.object({
  /** Of the product. */
  version: z.string(),
  node: z.string(),
  isProduction: z.boolean(),
  /** ISO; of the process that answers. */
  startedAt: z.string(),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    /** Milliseconds until it answered. */
    answeredMs: z.number(),
    connections: z.object({ used: z.number(), most: z.number() }),
    /** The last migration. */
    schema: z.string(),
    /** The largest ones. */
    tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
  }),
  workers: z.object({
    /** ISO; when a worker last did what is due each minute. null where none ever has. */
    lastSeenAt: z.nullable(z.string()),
    areWorking: z.boolean(),
  }),
  /** Limits that somebody has used up at this moment. */
  limits: z.array(
    z.object({ name: z.string(), per: z.string(), points: z.number(), seconds: z.number(), keys: z.number() }),
  ),
  /** Since `startedAt`, of the process that answers. */
  alarms: z.array(z.object({ name: z.string(), count: z.number() })),
  security: z.array(Counted),
});
export type SystemState = z.infer<typeof State>;

const may = { permission: 'see-system', within: 'product' } as const satisfies StaffMay;
const job: JobRow = {
  id: '4711',
  kind: 'send-mail',
  state: 'failed',
  dueAt: '2026-11-23T03:10:00.000Z',
  queuedAt: '2026-11-22T09:00:00.000Z',
  attempts: 10,
  maxAttempts: 10,
  fault: 'Invalid login: 535 Authentication failed',
  about: 'mail_6w2k9m4t8c1x5v7n3b0q2r8d',
};
const state: SystemState = {
  version: '0.1.0',
  node: 'v24.11.1',
  isProduction: true,
  startedAt: '2026-11-22T21:04:00.000Z',
  database: {
    version: '18.1',
    bytes: 73_400_320,
    answeredMs: 1,
    connections: { used: 24, most: 100 },
    schema: '0052-lists-of-mails',
    tables: [{ name: 'member', bytes: 10_485_760, rows: 12_000 }],
  },
  workers: { lastSeenAt: '2026-11-23T03:10:00.000Z', areWorking: true },
  limits: [{ name: 'log-in', per: 'network', points: 30, seconds: 600, keys: 2 }],
  alarms: [{ name: 'log-in', count: 1 }],
  security: [{ name: 'log-in', outcome: 'wrong', count: 212 }],
};
const again = { id: job.id };

/** The machinery behind the sites. */
export const systemConsoleCalls = defineCalls({
  'GET /console/api/system': {
    summary: 'Read the state of the installation',
    about: 'Alarms and security events are those that the answering process has counted since it started.',
    caller: 'staff',
    may,
    answer: z.object({ data: State }),
    example: { answer: { data: state } },
  },
  'GET /console/api/jobs': {
    summary: 'List the jobs that wait or have failed',
    caller: 'staff',
    may,
    query: listQuery(jobList),
    answer: listAnswer(Job),
    example: {
      query: { state: 'failed' },
      answer: {
        data: [job],
        endCursor: 'WyItYXQiLCI0MSIsIjQxIl0',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
  'POST /console/api/jobs/:jobId/retry': {
    summary: 'Try a job again',
    about: 'At once, with all its attempts. A job that runs at this moment is left to run.',
    caller: 'staff',
    may,
    params: z.object({ jobId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    body: z.strictObject({ reason: z.optional(z.string().check(z.maxLength(limits.reasonMaxLength))) }),
    answer: z.object({ data: z.object({ id: z.string() }) }),
    refusals: ['not-found'],
    limits: [writesPerStaff],
    example: { params: { jobId: job.id }, body: {}, answer: { data: again } },
  },
});

/** What is said of them. */
export const systemConsoleSubject: ConsoleSubject = {
  title: 'System',
  about: 'Health, versions, sizes, jobs, limits and alarms, for owners.',
  calls: systemConsoleCalls,
};
