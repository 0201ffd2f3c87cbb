import * as z from 'zod/mini';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { defineList, exportQuery, listAnswer, listQuery } from './list.ts';

/** The audit trail: what staff, operators and secret keys did. */
export const auditList = defineList({
  columns: {
    at: { label: 'When', holds: 'time', filter: ['from', 'until'], sort: true },
    actor: { label: 'Who', holds: 'text', filter: ['is'] },
    staffId: { label: 'Id of the staff', holds: 'text', filter: ['is'], hidden: true },
    action: { label: 'Act', holds: 'text', filter: ['is', 'begins'] },
    subject: { label: 'About', holds: 'text', filter: ['is'] },
    site: { label: 'Site', holds: 'text', filter: ['is'] },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    note: { label: 'What was changed', holds: 'text' },
    reason: { label: 'Reason', holds: 'text' },
  },
  order: '-at',
});

const Entry = z.object({
  id: z.string(),
  /** ISO */
  at: z.string(),
  /** The person of staff, the label of a secret key, or the operator. */
  actor: z.string(),
  /** null for a key or an operator. */
  staffId: z.nullable(z.string()),
  action: z.string(),
  /** The id of what was changed. */
  subject: z.string(),
  /** null for an act that belongs to no site. */
  siteId: z.nullable(z.string()),
  partner: z.nullable(z.string()),
  note: z.string(),
  reason: z.nullable(z.string()),
});
export type AuditRow = z.infer<typeof Entry>;

const entry: AuditRow = {
  id: '41',
  at: '2026-11-23T03:10:00.000Z',
  actor: 'Ana',
  staffId: 'stf_6w2k9m4t8c1x5v7n3b0q',
  action: 'member.updated',
  subject: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m',
  siteId: 'app_demo',
  partner: null,
  note: 'customFields.first-name',
  reason: null,
};
const may = { permission: 'see-audit', within: 'site' } as const satisfies StaffMay;

/** Who did what, in scope. */
export const auditConsoleCalls = defineCalls({
  'GET /console/api/audit': {
    summary: 'List the audit trail',
    about: 'Entries of the sites and partners in scope. Owners see those that belong to neither, too.',
    caller: 'staff',
    may,
    query: listQuery(auditList),
    answer: listAnswer(Entry),
    example: {
      query: { 'action.begins': 'member.', site: 'app_demo' },
      answer: {
        data: [entry],
        endCursor: 'WyItYXQiLCI0MSIsIjQxIl0',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
  'GET /console/api/audit.csv': {
    summary: 'Export the entries that a list shows',
    caller: 'staff',
    may,
    query: exportQuery(auditList),
    mediaType: 'text/csv',
    example: { query: { site: 'app_demo' }, answer: 'A file, UTF-8 with a byte order mark.' },
  },
});

/** What is said of them. */
export const auditConsoleSubject: ConsoleSubject = {
  title: 'Audit',
  about:
    'What staff, operators and secret keys did. Nobody can change or remove an entry; it is deleted after two years, unless the operator has set another time.',
  calls: auditConsoleCalls,
};
