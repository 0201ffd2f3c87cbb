import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { defineList, exportQuery, listAnswer, listQuery } from './list.ts';
import { MembersExportQuery } from './members-schemas.ts';

/** Acts on many members at once: what is asked for, how far it is, and what became of each. */

const id = z.string().check(z.maxLength(100));
export const BulkJobParams = z.object({ siteId: id, bulkJobId: id });

/** Members that may be chosen one by one; more of them are chosen by a filter. */
export const bulkIdsMost = 1_000;
/** Jobs of a site that may be under way at a time. */
export const bulkJobsAtOnce = 3;

const bulkKinds = [
  'give-plan',
  'take-plan',
  'set-field',
  'send-reset',
  'end-sessions',
  'suspend',
  'reinstate',
  'delete',
] as const;

/** What is done to each of the chosen members. */
const BulkAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('give-plan'), planId: id }),
  z.object({ kind: z.literal('take-plan'), planId: id }),
  z.object({
    kind: z.literal('set-field'),
    field: id,
    /** Empty takes the value away. */
    value: z.string().check(z.maxLength(limits.fieldMaxLength)),
  }),
  z.object({ kind: z.literal('send-reset') }),
  z.object({ kind: z.literal('end-sessions') }),
  z.object({ kind: z.literal('suspend') }),
  z.object({ kind: z.literal('reinstate') }),
]);
export type BulkAct = z.infer<typeof BulkAct>;
const Deletion = z.object({ kind: z.literal('delete') });
/** An act, or the deletion of the members, which has a call of its own. */
const AnyAct = z.discriminatedUnion('kind', [...BulkAct.def.options, Deletion]);
export type AnyBulkAct = z.infer<typeof AnyAct>;

/** Which members: those ticked, or all that a list shows. */
const Target = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(bulkIdsMost)) }),
  z.strictObject({ query: MembersExportQuery }),
]);
export type BulkTarget = z.infer<typeof Target>;

/** Made by the page for one press: the same one again is answered with the job that is there. */
const key = z.uuid();
const reason = z.optional(z.string().check(z.maxLength(limits.reasonMaxLength)));

export const PreviewBulkRequest = z.strictObject({ act: AnyAct, target: Target });
export const StartBulkRequest = z.strictObject({ key, act: BulkAct, target: Target, reason });
export const BulkDeletionRequest = z.strictObject({
  key,
  target: Target,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength)),
  /** How many there are, as the person has typed it. */
  members: z.number().check(z.int(), z.nonnegative()),
});
export const UndoBulkRequest = z.strictObject({ key, reason });

/** What an act would do. */
const BulkPreview = z.object({
  /** Members it would act on. */
  members: z.number(),
  /** Whether it is that number, or about that. */
  isExact: z.boolean(),
  /** Those of them it changes nothing for; null where that is not known before. */
  unchanged: z.nullable(z.number()),
  /** Chosen ids that belong to no member any more. */
  missing: z.number(),
  /** Whether each of them gets a mail. */
  isMailed: z.boolean(),
  /** Others who lose the plan with them, as members of their teams; left out where the plan has no teams. */
  teamMembers: z.optional(z.number()),
  canUndo: z.boolean(),
});
export type BulkPreview = z.infer<typeof BulkPreview>;
export const BulkPreviewAnswer = z.object({ data: BulkPreview });

const bulkStates = ['collecting', 'running', 'done', 'cancelled', 'stopped'] as const;

const BulkJob = z.object({
  id: z.string(),
  siteId: z.string(),
  act: z.object({
    kind: z.enum(bulkKinds),
    planId: z.optional(z.string()),
    field: z.optional(z.string()),
    value: z.optional(z.string()),
  }),
  state: z.enum(bulkStates),
  /** Why it has stopped by itself; null for one that has not. */
  stopCode: z.nullable(z.string()),
  /** So far, while they are still being collected. */
  total: z.number(),
  done: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  actor: z.string(),
  reason: z.nullable(z.string()),
  /** ISO */
  createdAt: z.string(),
  /** ISO; null while it is under way. */
  endedAt: z.nullable(z.string()),
  /** The job that it takes back. */
  undoes: z.nullable(z.string()),
  /** The job that took it back. */
  undoneBy: z.nullable(z.string()),
  canUndo: z.boolean(),
});
export type BulkJob = z.infer<typeof BulkJob>;
export const BulkJobAnswer = z.object({ data: BulkJob });
export const OwnBulkJobsAnswer = z.object({ data: z.array(BulkJob) });

/** The jobs of a site. */
export const bulkJobList = defineList({
  columns: {
    act: {
      label: 'Act',
      holds: 'choice',
      values: bulkKinds,
      filter: ['is'],
    },
    state: { label: 'State', holds: 'choice', values: bulkStates, filter: ['is'] },
    total: { label: 'Members', holds: 'text' },
    done: { label: 'Changed', holds: 'text' },
    refused: { label: 'Refused', holds: 'text' },
    actor: { label: 'Who', holds: 'text' },
    created: { label: 'Begun', holds: 'time', filter: ['from', 'until'], sort: true },
  },
  order: '-created',
});
export const BulkJobsQuery = listQuery(bulkJobList);
export const BulkJobsAnswer = listAnswer(BulkJob);

/** What became of each member of a job. */
export const bulkResultList = defineList({
  columns: {
    email: { label: 'Member', holds: 'text' },
    state: {
      label: 'Result',
      holds: 'choice',
      values: ['waiting', 'done', 'unchanged', 'refused'],
      filter: ['is'],
    },
    code: { label: 'Why', holds: 'text' },
    id: { label: 'Id', holds: 'text', sort: true },
  },
  order: 'id',
});
const BulkResult = z.object({
  /** Of the member. */
  id: z.string(),
  email: z.string(),
  state: z.enum(bulkResultList.columns.state.values),
  /** The code of the refusal, and its sentence. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type BulkResult = z.infer<typeof BulkResult>;
export const BulkResultsQuery = listQuery(bulkResultList);
export const BulkResultsExportQuery = exportQuery(bulkResultList);
export const BulkResultsAnswer = listAnswer(BulkResult);
