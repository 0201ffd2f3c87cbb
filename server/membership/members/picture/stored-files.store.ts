import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

type Tables = {
  stored_file: {
    name: string;
    member_id: Generated<string | null>;
    was_used: Generated<boolean>;
    created_at: Generated<Date>;
  };
  member: { id: string; profile_image: string | null };
};

/** Adds the row of a file, before the file is stored. */
export async function insertFile(db: Database, name: string): Promise<void> {
  await db.withTables<Tables>().insertInto('stored_file').values({ name }).execute();
}

/** Deletes the row of an unowned file. */
export async function deleteFile(db: Database, name: string): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('stored_file')
    .where('name', '=', name)
    .where('member_id', 'is', null)
    .execute();
}

/** Gives an unowned file to a member as their picture, or none; the earlier one becomes unowned. @returns false for a file that was swept or used */
export async function replaceImage(tx: Transaction, memberId: string, name: string | null): Promise<boolean> {
  const tables = tx.withTables<Tables>();
  await tables.updateTable('stored_file').set({ member_id: null }).where('member_id', '=', memberId).execute();
  if (name !== null && !(await claimFile(tx, memberId, name))) return false;
  await tables.updateTable('member').set({ profile_image: name }).where('id', '=', memberId).execute();
  return true;
}

/** Half an hour at most after its row: after an hour the sweep deletes an unowned file, and the two must not race. */
async function claimFile(tx: Transaction, memberId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<Tables>()
    .updateTable('stored_file')
    .set({ member_id: memberId, was_used: true })
    .where('name', '=', name)
    .where('member_id', 'is', null)
    .where(sql<boolean>`not was_used and created_at > now() - interval '30 minutes'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Unowned files, the oldest first: replaced ones, those of deleted members, and unfinished uploads after an hour. */
export async function listUnownedFiles(db: Database, atMost: number): Promise<string[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('stored_file')
    .select('name')
    .where('member_id', 'is', null)
    .where(sql<boolean>`(was_used or created_at < now() - interval '1 hour')`)
    .orderBy('created_at')
    .limit(atMost)
    .execute();
  return rows.map(({ name }) => name);
}
