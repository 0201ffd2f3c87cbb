import { sql } from 'kysely';
import { noteList, type Note } from '../../../../contract/console/member-care-schemas.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';

/** About whom a note is. */
export interface NotePlace {
  siteId: string;
  memberId: string;
}

/** A note as stored. */
export type StoredNote = Omit<Note, 'isOwn' | 'createdAt' | 'changedAt'> & {
  staffId: string;
  createdAt: Date;
  changedAt: Date | null;
};

const columns = sql`id, staff_id as "staffId", author, body, version, created_at as "createdAt", changed_at as "changedAt"`;

/** @returns undefined where the member has as many notes as there may be */
export async function insertNote(
  tx: Transaction,
  { siteId, memberId }: NotePlace,
  { id, staffId, author, body, most }: Pick<StoredNote, 'id' | 'staffId' | 'author' | 'body'> & { most: number },
): Promise<StoredNote | undefined> {
  const { rows } = await sql<StoredNote>`
    insert into member_note (id, site_id, member_id, staff_id, author, body)
    select ${id}, ${siteId}, ${memberId}, ${staffId}, ${author}, ${body}
    where (select count(*) from member_note where site_id = ${siteId} and member_id = ${memberId}) < ${most}
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** A note of a person about a member, locked. */
export async function lockNote(
  tx: Transaction,
  { siteId, memberId }: NotePlace,
  { id, staffId }: { id: string; staffId: string },
): Promise<StoredNote | undefined> {
  const { rows } = await sql<StoredNote>`
    select ${columns} from member_note
    where id = ${id} and site_id = ${siteId} and member_id = ${memberId} and staff_id = ${staffId}
    for update`.execute(tx);
  return rows[0];
}

/** Stores another text under the next version. */
export async function updateNote(tx: Transaction, id: string, body: string): Promise<StoredNote> {
  const { rows } = await sql<StoredNote>`
    update member_note set body = ${body}, version = version + 1, changed_at = now() where id = ${id}
    returning ${columns}`.execute(tx);
  return rows[0]!;
}

export async function deleteNote(tx: Transaction, id: string): Promise<void> {
  await sql`delete from member_note where id = ${id}`.execute(tx);
}

/** How many notes there are about a member. */
export async function countNotes(db: Database, { siteId, memberId }: NotePlace): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member_note where site_id = ${siteId} and member_id = ${memberId}`.execute(db);
  return rows[0]!.count;
}

/** The notes about a member as a list. @param show with whose eyes */
export const noteSource = (
  { siteId, memberId }: NotePlace,
  show: (note: StoredNote) => Note,
): ListSource<typeof noteList, Note> => ({
  list: noteList,
  from: sql`member_note n`,
  id: sql`n.id`,
  where: () => [sql`n.site_id = ${siteId}`, sql`n.member_id = ${memberId}`],
  filters: {},
  sorts: { at: { by: sql`n.created_at`, type: 'moment' } },
  async read(db, ids) {
    const { rows } = await sql<StoredNote>`
      select ${columns} from member_note where id = any(${ids}::text[])`.execute(db);
    return rows.map(show);
  },
  cells: { at: ({ createdAt }) => createdAt, author: ({ author }) => author, body: ({ body }) => body },
});
