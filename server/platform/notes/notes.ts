import { actorOf } from '../audit/actor-of.ts';
import type { ListQuery } from '../../../contract/console/list.ts';
import type { Note } from '../../../contract/console/notes.ts';
import { limits } from '../../../contract/limits.ts';
import { transaction, type PooledDatabase, type Transaction } from '../database/database.ts';
import type { SignedInStaff } from '../http/serve.ts';
import { newId } from '../keys.ts';
import { readList } from '../lists/read-list.ts';
import { Refusal } from '../refusal.ts';
import {
  countNotes,
  deleteNote,
  insertNote,
  lockNote,
  noteSource,
  updateNote,
  type NotePlace,
  type StoredNote,
} from './notes.store.ts';

export { countNotes };
export type { NotePlace };

/** Who writes. */
export interface Author {
  staffId: string;
  /** Name, or address of one without. */
  actor: string;
}

/** How notes and the audit trail name a person on the staff. */
export const authorOf = (staff: SignedInStaff): Author => ({ staffId: staff.id, actor: actorOf(staff) });

/** What is done to a note, in the words of the audit trail. */
export type NoteAct = 'note.added' | 'note.changed' | 'note.deleted';

/**
 * What staff note about a thing, for their colleagues. A note is its author's: others read it. It is personal data of the
 * person whom the thing is about.
 */
export interface NoteBook {
  place: NotePlace;
  /** Locks the thing, so that concurrent notes count one another. @throws Refusal where it is gone */
  lock(tx: Transaction): Promise<void>;
  /** Adds an act to the audit trail. */
  record(tx: Transaction, by: Author, action: NoteAct): Promise<void>;
}

const showTo =
  (reader: string) =>
  ({ staffId, createdAt, changedAt, ...note }: StoredNote): Note => ({
    ...note,
    isOwn: staffId === reader,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
  });

/** The notes about a thing, the newest first. */
export const listNotes = (db: PooledDatabase, place: NotePlace, { staffId }: Author, query: ListQuery) =>
  readList(db, noteSource(place, showTo(staffId)), query);

/** @throws Refusal note-limit-reached, and what `lock` throws */
export const addNote = (db: PooledDatabase, { place, lock, record }: NoteBook, by: Author, body: string) =>
  transaction(db, async (tx): Promise<Note> => {
    await lock(tx);
    const { staffId, actor } = by;
    const most = limits.notesPerMember;
    const note = await insertNote(tx, place, { id: newId('note_'), staffId, author: actor, body, most });
    if (!note) throw new Refusal('note-limit-reached');
    await record(tx, by, 'note.added');
    return showTo(staffId)(note);
  });

/**
 * Changes a note of one's own.
 *
 * @param change.version of the text that was changed, against lost updates
 * @throws Refusal note-not-found also for another person's; changed-meanwhile with the text as it is now
 */
export const changeNote = (
  db: PooledDatabase,
  { place, record }: NoteBook,
  by: Author,
  { id, body, version }: { id: string; body: string; version: number },
): Promise<Note> =>
  transaction(db, async (tx) => {
    const note = await requireOwn(tx, place, by, id);
    if (note.version !== version)
      throw new Refusal('changed-meanwhile', {
        extras: { changed: [{ name: 'body', value: note.body }], version: String(note.version) },
      });
    if (note.body === body) return showTo(by.staffId)(note);
    const changed = await updateNote(tx, place, { id, body });
    await record(tx, by, 'note.changed');
    return showTo(by.staffId)(changed);
  });

/** Deletes a note of one's own. @throws Refusal note-not-found */
export const removeNote = (db: PooledDatabase, { place, record }: NoteBook, by: Author, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    await requireOwn(tx, place, by, id);
    await deleteNote(tx, place, id);
    await record(tx, by, 'note.deleted');
  });

async function requireOwn(tx: Transaction, place: NotePlace, { staffId }: Author, id: string): Promise<StoredNote> {
  const note = await lockNote(tx, place, { id, staffId });
  if (!note) throw new Refusal('note-not-found');
  return note;
}
