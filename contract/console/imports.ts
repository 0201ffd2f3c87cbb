import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import {
  ApplyImportRequest,
  BeginImportRequest,
  CheckImportRequest,
  ImportAnswer,
  ImportParams,
  ImportPartParams,
  ImportsAnswer,
  ImportsQuery,
  PartAnswer,
  type ListedImport,
  type MemberImport,
} from './imports-schemas.ts';
import { SiteParams } from './members-schemas.ts';

const site = { siteId: 'app_demo' };
const counts = { rows: 480, created: 470, updated: 0, unchanged: 0, present: 8, unproved: 0, faulty: 2, isWhole: true };
const shown: MemberImport = {
  id: 'imp_4h8d2k9s1w5x7t0c3p6v8n2b',
  siteId: 'app_demo',
  fileName: 'members.csv',
  bytes: 48_000,
  state: 'checked',
  stopCode: null,
  header: [{ name: 'E-Mail', suggestion: 'email', example: 'frankie@riverbend.example' }],
  columns: ['email'],
  targets: [{ name: 'email', label: 'E-mail' }],
  mayUpdate: false,
  skipsFaults: false,
  counts,
  checkedCounts: null,
  faults: [{ line: 7, column: 'E-Mail', code: 'invalid-email', message: 'Please enter a valid email address' }],
  faultCount: 2,
  actor: 'Bela',
  createdAt: '2026-11-23T03:10:00.000Z',
  endedAt: null,
};
const sent: MemberImport = { ...shown, columns: null, counts: null, faults: [], faultCount: 0 };
const listed: ListedImport = {
  id: shown.id,
  fileName: shown.fileName,
  state: shown.state,
  rows: counts.rows,
  created: 0,
  actor: shown.actor,
  createdAt: shown.createdAt,
};
const params = { ...site, importId: shown.id };
const may = { permission: 'export-members', within: 'site' } as const satisfies StaffMay;
const ofImport = ['not-found', 'import-not-found'] as const;

/** Import of members from a CSV file. */
export const importConsoleCalls = defineCalls({
  'GET /console/api/sites/:siteId/imports': {
    summary: 'List the imports of members',
    caller: 'staff',
    may,
    params: SiteParams,
    query: ImportsQuery,
    answer: ImportsAnswer,
    refusals: ['not-found'],
    example: {
      params: site,
      answer: { data: [listed], endCursor: 'WyItY3JlYXRlZCIs', hasNextPage: false, count: { rows: 1, isExact: true } },
    },
  },
  'POST /console/api/sites/:siteId/imports': {
    summary: 'Begin an import of members',
    about: 'It says how large the file is, so that one that is too large is refused before it is sent.',
    caller: 'staff',
    may,
    params: SiteParams,
    body: BeginImportRequest,
    answer: ImportAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'import-too-large'],
    example: {
      params: site,
      body: { key: 'f0a1c6c2-6d0e-4f4e-9a53-3a8a5f0b7f11', name: 'members.csv', bytes: 48_000 },
      answer: { data: { ...sent, state: 'uploading', header: null } },
    },
  },
  'PUT /console/api/sites/:siteId/imports/:importId/parts/:part': {
    summary: 'Send a part of the file',
    about: 'Its bytes as text/csv, from part 0 on. Safe to repeat.',
    caller: 'staff',
    may,
    params: ImportPartParams,
    answer: PartAnswer,
    limits: [writesPerStaff],
    refusals: [...ofImport, 'import-not-ready', 'unsupported-media-type', 'body-too-large', 'storage-full'],
    example: { params: { ...params, part: '0' }, answer: { data: { part: 0 } } },
  },
  'POST /console/api/sites/:siteId/imports/:importId/uploaded': {
    summary: 'Say that all parts are sent, and read what the columns are called',
    caller: 'staff',
    may,
    params: ImportParams,
    answer: ImportAnswer,
    limits: [writesPerStaff],
    refusals: [...ofImport, 'import-not-ready', 'import-unreadable'],
    example: { params, answer: { data: { ...sent, state: 'uploaded' } } },
  },
  'GET /console/api/sites/:siteId/imports/:importId': {
    summary: 'Read how far an import is',
    caller: 'staff',
    may,
    params: ImportParams,
    answer: ImportAnswer,
    refusals: ofImport,
    example: { params, answer: { data: shown } },
  },
  'GET /console/api/sites/:siteId/imports/:importId/faults.csv': {
    summary: 'Export the faults of a file, by line',
    caller: 'staff',
    may,
    params: ImportParams,
    mediaType: 'text/csv',
    refusals: ofImport,
    example: { params, answer: 'A file, UTF-8 with a byte order mark.' },
  },
  'POST /console/api/sites/:siteId/imports/:importId/check': {
    summary: 'Look at every row of the file, and change nothing',
    caller: 'staff',
    may,
    params: ImportParams,
    body: CheckImportRequest,
    answer: ImportAnswer,
    limits: [writesPerStaff],
    refusals: [...ofImport, 'import-not-ready'],
    example: {
      params,
      body: { columns: ['email'], mayUpdate: false },
      answer: { data: { ...shown, state: 'checking' } },
    },
  },
  'POST /console/api/sites/:siteId/imports/:importId/apply': {
    summary: 'Import the members of a file that has been looked at',
    about:
      'Nobody gets a mail. The same file again makes no member twice. Refused where the file was looked at otherwise since `seen`.',
    caller: 'staff',
    // A file can vouch for addresses and set passwords.
    may: { ...may, freshProof: true },
    params: ImportParams,
    body: ApplyImportRequest,
    answer: ImportAnswer,
    limits: [writesPerStaff],
    refusals: [...ofImport, 'import-not-ready', 'import-has-faults'],
    example: {
      params,
      body: { skipsFaults: true, seen: { columns: ['email'], mayUpdate: false } },
      answer: { data: { ...shown, state: 'applying' } },
    },
  },
  'POST /console/api/sites/:siteId/imports/:importId/cancel': {
    summary: 'Stop an import, and delete its file',
    about: 'Members who were imported stay. Safe to repeat.',
    caller: 'staff',
    may,
    params: ImportParams,
    answer: ImportAnswer,
    limits: [writesPerStaff],
    refusals: ofImport,
    example: { params, answer: { data: { ...shown, state: 'cancelled', header: null } } },
  },
});

/** What is said of them. */
export const importConsoleSubject: ConsoleSubject = {
  title: 'Import of members',
  about: 'Staff bring members of another system to a site, from a CSV file.',
  calls: importConsoleCalls,
};
