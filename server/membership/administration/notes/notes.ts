import type { ListQuery } from '../../../../contract/console/list.ts';
import type { Note } from '../../../../contract/console/member-care-schemas.ts';
import { limits } from '../../../../contract/limits.ts';
import { transaction, type PooledDatabase, type Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/keys.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import { holdMember } from '../../members/members.ts';
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

/**
 * What staff note about a member, for their colleagues. A note is its author's: others read it. It is personal data of the
 * member, who may ask for it (`members export`), and is erased with them.
 */

/** Who writes. */
export interface Author {
  staffId: string;
  /** Name, or address of one without. */
  actor: string;
}

export { countNotes };

const showTo =
  (reader: string) =>
  ({ staffId, createdAt, changedAt, ...note }: StoredNote): Note => ({
    ...note,
    isOwn: staffId === reader,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
  });

/** The notes about a member, the newest first. */
export const listNotes = (db: PooledDatabase, place: NotePlace, { staffId }: Author, query: ListQuery) =>
  readList(db, noteSource(place, showTo(staffId)), query);

/** @throws Refusal member-not-found, note-limit-reached */
export const addNote = (db: PooledDatabase, place: NotePlace, by: Author, body: string): Promise<Note> =>
  transaction(db, async (tx) => {
    // Locked, so that concurrent notes count one another.
    if (!(await holdMember(tx, place.memberId))) throw new Refusal('member-not-found');
    const id = newId('note_');
    const { staffId, actor } = by;
    const note = await insertNote(tx, place, { id, staffId, author: actor, body, most: limits.notesPerMember });
    if (!note) throw new Refusal('note-limit-reached');
    await record(tx, place, by, 'note.added');
    return showTo(staffId)(note);
  });

/**
 * Changes a note of one's own.
 *
 * @param version of the text that was changed, against lost updates
 * @throws Refusal note-not-found also for another person's; changed-meanwhile with the text as it is now
 */
export const changeNote = (
  db: PooledDatabase,
  place: NotePlace,
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
    const changed = await updateNote(tx, id, body);
    await record(tx, place, by, 'note.changed');
    return showTo(by.staffId)(changed);
  });

/** Deletes a note of one's own. @throws Refusal note-not-found */
export const removeNote = (db: PooledDatabase, place: NotePlace, by: Author, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    await requireOwn(tx, place, by, id);
    await deleteNote(tx, id);
    await record(tx, place, by, 'note.deleted');
  });

async function requireOwn(tx: Transaction, place: NotePlace, { staffId }: Author, id: string): Promise<StoredNote> {
  const note = await lockNote(tx, place, { id, staffId });
  if (!note) throw new Refusal('note-not-found');
  return note;
}

const record = (
  tx: Transaction,
  { siteId, memberId }: NotePlace,
  { staffId, actor }: Author,
  action: 'note.added' | 'note.changed' | 'note.deleted',
) => recordAct(tx, { staffId, actor, siteId, action, subject: memberId });
