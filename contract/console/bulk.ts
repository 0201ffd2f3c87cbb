import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { member } from '../examples.ts';
import {
  BulkDeletionRequest,
  BulkJobAnswer,
  BulkJobParams,
  BulkJobsAnswer,
  BulkJobsQuery,
  BulkPreviewAnswer,
  BulkResultsAnswer,
  BulkResultsExportQuery,
  BulkResultsQuery,
  OwnBulkJobsAnswer,
  PreviewBulkRequest,
  StartBulkRequest,
  UndoBulkRequest,
  type BulkJob,
} from './bulk-schemas.ts';
import { SiteParams } from './members-schemas.ts';

const site = { siteId: 'app_demo' };
const act = { kind: 'give-plan', planId: 'pln_demo_free' } as const;
const target = { ids: [member.id] };
const key = 'f0a1c6c2-6d0e-4f4e-9a53-3a8a5f0b7f11';
const job: BulkJob = {
  id: 'blk_4h8d2k9s1w5x7t0c3p6v8n2b',
  siteId: 'app_demo',
  act,
  state: 'done',
  stopCode: null,
  total: 48,
  done: 46,
  unchanged: 1,
  refused: 1,
  actor: 'Ana',
  reason: 'The open day.',
  createdAt: '2026-11-23T03:10:00.000Z',
  endedAt: '2026-11-23T03:10:04.000Z',
  undoes: null,
  undoneBy: null,
  canUndo: true,
};
const params = { ...site, bulkJobId: job.id };
const page = { endCursor: 'WyItY3JlYXRlZCIsIjE3OTU', hasNextPage: false, count: { rows: 1, isExact: true } };
const mayExport = { permission: 'export-members', within: 'site' } as const satisfies StaffMay;
const mayChange = { permission: 'change-members', within: 'site' } as const satisfies StaffMay;
const ofJob = ['not-found', 'bulk-job-not-found'] as const;
const ofStart = ['not-found', 'nothing-chosen', 'too-many-bulk-jobs'] as const;
const ofAct = ['plan-not-found', 'plan-not-free', 'invalid-field-value', 'field-not-writable'] as const;

/** Acts on many members at once, as jobs. */
export const bulkConsoleCalls = defineCalls({
  'POST /console/api/sites/:siteId/bulk-jobs/preview': {
    summary: 'Say in numbers what an act on many members would do',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    body: PreviewBulkRequest,
    answer: BulkPreviewAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', ...ofAct],
    example: {
      params: site,
      body: { act, target },
      answer: { data: { members: 1, isExact: true, unchanged: 0, missing: 0, isMailed: false, canUndo: true } },
    },
  },
  'POST /console/api/sites/:siteId/bulk-jobs': {
    summary: 'Begin an act on many members',
    about:
      'It goes on in the background, with the permission and scope of who began it as they are at the time. The same `key` again is answered with the job that is there.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    body: StartBulkRequest,
    answer: BulkJobAnswer,
    limits: [writesPerStaff],
    refusals: [...ofStart, ...ofAct, 'reason-required'],
    example: { params: site, body: { key, act, target, reason: 'The open day.' }, answer: { data: job } },
  },
  'POST /console/api/sites/:siteId/bulk-deletions': {
    summary: 'Begin to delete many members',
    about:
      'It cannot be undone. `members` is the number that the person has typed; nothing is done where it differs. Members of a filter are counted again once they are collected: where they are more or fewer by then, the job is stopped with `bulk-number-differs`.',
    caller: 'staff',
    may: { permission: 'export-members', within: 'site', freshProof: true },
    params: SiteParams,
    body: BulkDeletionRequest,
    answer: BulkJobAnswer,
    limits: [writesPerStaff],
    refusals: [...ofStart, 'bulk-number-differs'],
    example: {
      params: site,
      body: { key, target, reason: 'Asked for by letter.', members: 1 },
      answer: { data: { ...job, act: { kind: 'delete' }, canUndo: false } },
    },
  },
  'GET /console/api/sites/:siteId/bulk-jobs': {
    summary: 'List the acts on many members',
    about: 'Staff who were given partners see their own.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    query: BulkJobsQuery,
    answer: BulkJobsAnswer,
    refusals: ['not-found'],
    example: { params: site, answer: { data: [job], ...page } },
  },
  'GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId': {
    summary: 'Read how far an act on many members is',
    caller: 'staff',
    may: mayChange,
    params: BulkJobParams,
    answer: BulkJobAnswer,
    refusals: ofJob,
    example: { params, answer: { data: job } },
  },
  'GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId/results': {
    summary: 'Read what became of each member',
    caller: 'staff',
    may: mayChange,
    params: BulkJobParams,
    query: BulkResultsQuery,
    answer: BulkResultsAnswer,
    refusals: ofJob,
    example: {
      params,
      query: { state: 'refused' },
      answer: {
        data: [
          {
            id: member.id,
            email: member.auth.email,
            state: 'refused',
            code: 'plan-not-free',
            message: 'This plan has to be paid for.',
          },
        ],
        ...page,
      },
    },
  },
  'GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId/results.csv': {
    summary: 'Export what became of each member',
    caller: 'staff',
    may: mayExport,
    params: BulkJobParams,
    query: BulkResultsExportQuery,
    mediaType: 'text/csv',
    refusals: ofJob,
    example: { params, answer: 'A file, UTF-8 with a byte order mark.' },
  },
  'POST /console/api/sites/:siteId/bulk-jobs/:bulkJobId/cancel': {
    summary: 'Stop an act on many members',
    about: 'What is done stays done. Safe to repeat.',
    caller: 'staff',
    may: mayChange,
    params: BulkJobParams,
    answer: BulkJobAnswer,
    limits: [writesPerStaff],
    refusals: ofJob,
    example: { params, answer: { data: { ...job, state: 'cancelled' } } },
  },
  'POST /console/api/sites/:siteId/bulk-jobs/:bulkJobId/undo': {
    summary: 'Take an act on many members back',
    about:
      'From exactly those whom it changed, and where that is still as the act has left it: as another job, with results of its own.',
    caller: 'staff',
    may: mayChange,
    params: BulkJobParams,
    body: UndoBulkRequest,
    answer: BulkJobAnswer,
    limits: [writesPerStaff],
    refusals: [...ofJob, 'bulk-job-not-undoable', 'too-many-bulk-jobs'],
    example: {
      params,
      body: { key },
      answer: { data: { ...job, id: 'blk_8n2b4h8d2k9s1w5x7t0c3p6v', undoes: job.id, canUndo: false } },
    },
  },
  'GET /console/api/own-bulk-jobs': {
    summary: 'Read what one’s own acts on many members came to in the last hour',
    caller: 'staff',
    may: { within: 'own' },
    answer: OwnBulkJobsAnswer,
    example: { answer: { data: [job] } },
  },
});

/** What is said of them. */
export const bulkConsoleSubject: ConsoleSubject = {
  title: 'Acts on many members',
  about: 'Staff give and take plans, set a field, send resets, end sessions and delete, for many members at once.',
  calls: bulkConsoleCalls,
};
