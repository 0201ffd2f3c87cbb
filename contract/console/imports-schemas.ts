import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** Members that come in a CSV file: uploaded in parts, columns named, looked at, then imported. */

const id = z.string().check(z.maxLength(100));
export const ImportParams = z.object({ siteId: id, importId: id });
export const ImportPartParams = z.object({
  siteId: id,
  importId: id,
  part: z.string().check(z.regex(/^\d{1,3}$/)),
});

export const importLimits = {
  /** Some half a million members. A larger file is imported with the command. */
  fileMaxBytes: 50 * 1024 * 1024,
  /** Bytes of a part, all but the last: an upload that breaks off is taken up again with the part it was at. */
  partBytes: 2 * 1024 * 1024,
  /** Faults that are kept of a file. */
  faultsKept: 10_000,
  columnsMost: 200,
} as const;

export const BeginImportRequest = z.strictObject({
  /** Made by the page for one file: the same one again is answered with the import that is there. */
  key: z.uuid(),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  bytes: z.number().check(z.int(), z.positive()),
});

/** What each column of the file holds: the name of one of `targets`, or null to pass over it. */
export const CheckImportRequest = z.strictObject({
  columns: z.array(z.nullable(z.string().check(z.maxLength(200)))).check(z.maxLength(importLimits.columnsMost)),
  /** Whether members who are there already get the file’s values. */
  mayUpdate: z.boolean(),
});

export const ApplyImportRequest = z.strictObject({
  /** Imports the rows without faults although others have some. */
  skipsFaults: z.boolean(),
  /** The check that the person saw: where a colleague has had another one made since, nothing is imported. */
  seen: z.optional(CheckImportRequest),
  reason: z.optional(z.string().check(z.maxLength(limits.reasonMaxLength))),
});

const importStates = [
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'applying',
  'done',
  'cancelled',
  'stopped',
  'expired',
] as const;

/** Rows by what they mean, or came to. */
const Counts = z.object({
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  present: z.number(),
  unproved: z.number(),
  faulty: z.number(),
  /** Whether the file could be read to its end. */
  isWhole: z.boolean(),
});
export type ImportCounts = z.infer<typeof Counts>;

const Fault = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  code: z.string(),
  message: z.string(),
});
export type ListedFault = z.infer<typeof Fault>;

const MemberImport = z.object({
  id: z.string(),
  siteId: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  state: z.enum(importStates),
  stopCode: z.nullable(z.string()),
  /** The file’s own columns; null until it is there, and after its end. */
  header: z.nullable(
    z.array(
      z.object({
        name: z.string(),
        /** What it probably holds. */
        suggestion: z.nullable(z.string()),
        /** A value of the first rows. */
        example: z.string(),
      }),
    ),
  ),
  /** As they were chosen for the check. */
  columns: z.nullable(z.array(z.nullable(z.string()))),
  /** What a column may hold at this site. */
  targets: z.array(z.object({ name: z.string(), label: z.string() })),
  mayUpdate: z.boolean(),
  skipsFaults: z.boolean(),
  /** Of the check, or of the import once it has begun. */
  counts: z.nullable(Counts),
  /** Of the check, once the import has begun: its rows are all of the file. */
  checkedCounts: z.nullable(Counts),
  /** The first ones. */
  faults: z.array(Fault),
  /** How many are kept: `faultsKept` where there may be more. Left out by a server of the release before. */
  faultCount: z.optional(z.number()),
  actor: z.string(),
  /** ISO */
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type MemberImport = z.infer<typeof MemberImport>;
export const ImportAnswer = z.object({ data: MemberImport });
export const PartAnswer = z.object({ data: z.object({ part: z.number() }) });

/** The imports of a site. */
export const importList = defineList({
  columns: {
    file: { label: 'File', holds: 'text' },
    state: { label: 'State', holds: 'choice', values: importStates, filter: ['is'] },
    created: { label: 'Begun', holds: 'time', filter: ['from', 'until'], sort: true },
    rows: { label: 'Rows', holds: 'text' },
    members: { label: 'New members', holds: 'text' },
    actor: { label: 'Who', holds: 'text' },
  },
  order: '-created',
});
const ListedImport = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  rows: z.number(),
  /** Members that it has made; 0 while it is looked at. */
  created: z.number(),
  actor: z.string(),
  /** ISO */
  createdAt: z.string(),
});
export type ListedImport = z.infer<typeof ListedImport>;
export const ImportsQuery = listQuery(importList);
export const ImportsAnswer = listAnswer(ListedImport);
