import { sql } from 'kysely';
import { noteList, type Note } from '../../../contract/console/notes.ts';
import type { Database, Transaction } from '../database/database.ts';
import { allOf, type Condition } from '../lists/conditions.ts';
import type { ListSource } from '../lists/list-source.ts';

/** Where the notes about one thing stand: a table, and the columns with its id. */
export interface NotePlace {
  table: 'member_note' | 'order_note';
  /** Column and value: `{ order_id: 'ord_…' }`. */
  about: Readonly<Record<string, string>>;
}

/** A note as stored. */
export type StoredNote = Omit<Note, 'isOwn' | 'createdAt' | 'changedAt'> & {
  staffId: string;
  createdAt: Date;
  changedAt: Date | null;
};

const columns = sql`id, staff_id as "staffId", author, body, version, created_at as "createdAt", changed_at as "changedAt"`;

const isAbout = ({ about }: NotePlace): Condition =>
  allOf(Object.entries(about).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

/** @returns undefined where there are as many notes as there may be */
export async function insertNote(
  tx: Transaction,
  place: NotePlace,
  { id, staffId, author, body, most }: Pick<StoredNote, 'id' | 'staffId' | 'author' | 'body'> & { most: number },
): Promise<StoredNote | undefined> {
  const { table, about } = place;
  const named = sql.join(Object.keys(about).map((column) => sql.ref(column)));
  const { rows } = await sql<StoredNote>`
    insert into ${sql.table(table)} (id, ${named}, staff_id, author, body)
    select ${id}, ${sql.join(Object.values(about))}, ${staffId}, ${author}, ${body}
    where (select count(*) from ${sql.table(table)} where ${isAbout(place)}) < ${most}
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** A note of a person about this thing, locked. */
export async function lockNote(
  tx: Transaction,
  place: NotePlace,
  { id, staffId }: { id: string; staffId: string },
): Promise<StoredNote | undefined> {
  const { rows } = await sql<StoredNote>`
    select ${columns} from ${sql.table(place.table)}
    where id = ${id} and ${isAbout(place)} and staff_id = ${staffId} for update`.execute(tx);
  return rows[0];
}

/** Stores another text under the next version. */
export async function updateNote(
  tx: Transaction,
  { table }: NotePlace,
  { id, body }: { id: string; body: string },
): Promise<StoredNote> {
  const { rows } = await sql<StoredNote>`
    update ${sql.table(table)} set body = ${body}, version = version + 1, changed_at = now() where id = ${id}
    returning ${columns}`.execute(tx);
  return rows[0]!;
}

export async function deleteNote(tx: Transaction, { table }: NotePlace, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx);
}

/** How many notes there are about a thing. */
export async function countNotes(db: Database, place: NotePlace): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(place.table)} where ${isAbout(place)}`.execute(db);
  return rows[0]!.count;
}

/** The notes about a thing as a list. @param show with whose eyes */
export const noteSource = (place: NotePlace, show: (note: StoredNote) => Note): ListSource<typeof noteList, Note> => ({
  list: noteList,
  from: sql`${sql.table(place.table)} n`,
  id: sql`n.id`,
  where: () => [isAbout(place)],
  filters: {},
  sorts: { at: { by: sql`n.created_at`, type: 'moment' } },
  async read(db, ids) {
    const { rows } = await sql<StoredNote>`
      select ${columns} from ${sql.table(place.table)} where id = any(${ids}::text[])`.execute(db);
    return rows.map(show);
  },
  cells: { at: ({ createdAt }) => createdAt, author: ({ author }) => author, body: ({ body }) => body },
});
