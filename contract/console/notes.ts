import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** Notes that staff keep for one another: about a member, about an order. */

export const noteList = defineList({
  columns: {
    at: { label: 'Written', holds: 'time', sort: true },
    author: { label: 'By', holds: 'text' },
    body: { label: 'Note', holds: 'text' },
  },
  order: '-at',
});
const Note = z.object({
  id: z.string(),
  /** Of the person on the staff, as it was then. */
  author: z.string(),
  /** Whether it is the asking person's own, who alone may change or delete it. */
  isOwn: z.boolean(),
  body: z.string(),
  /** Sent back with a change: which text this person has seen. */
  version: z.number(),
  /** ISO */
  createdAt: z.string(),
  /** ISO; null for one that was never changed. */
  changedAt: z.nullable(z.string()),
});
export type Note = z.infer<typeof Note>;
export const NotesQuery = listQuery(noteList);
export const NotesAnswer = listAnswer(Note);
export const NoteAnswer = z.object({ data: Note });
const body = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.noteMaxLength));
export const AddNoteRequest = z.strictObject({ body });
export const ChangeNoteRequest = z.strictObject({ body, version: z.number() });
export const DeletedNoteAnswer = z.object({ data: z.object({ id: z.string() }) });
