import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

/** Notes a file before it is stored, so that none is left behind by a crash. */
export const insertPart = (db: Database, name: string): Promise<unknown> =>
  sql`insert into import_part (name) values (${name})`.execute(db);

/** Makes a stored file a part of an import; one that was there before is deleted. */
export async function claimPart(
  tx: Transaction,
  { importId, part, name }: { importId: string; part: number; name: string },
): Promise<void> {
  await sql`
    update import_part set import_id = null, part = null, delete_after = now()
    where import_id = ${importId} and part = ${part}`.execute(tx);
  await sql`update import_part set import_id = ${importId}, part = ${part} where name = ${name}`.execute(tx);
}

/** The files of an import, in their order. */
export async function listParts(db: Database, importId: string): Promise<{ name: string; part: number }[]> {
  const { rows } = await sql<{ name: string; part: number }>`
    select name, part from import_part where import_id = ${importId} order by part`.execute(db);
  return rows;
}

/** Keeps the files of an import for another day. */
export const keepParts = (tx: Transaction, importId: string): Promise<unknown> =>
  sql`update import_part set delete_after = now() + interval '1 day' where import_id = ${importId}`.execute(tx);

/** Gives the files of an import up: the next sweep deletes them. */
export const releaseParts = (tx: Transaction, importId: string): Promise<unknown> =>
  sql`update import_part set delete_after = now() where import_id = ${importId}`.execute(tx);

/** Files whose time is over, the oldest first. */
export async function listEndedParts(
  db: Database,
  atMost: number,
): Promise<{ name: string; importId: string | null }[]> {
  const { rows } = await sql<{ name: string; importId: string | null }>`
    select name, import_id as "importId" from import_part where delete_after <= now()
    order by delete_after limit ${atMost}`.execute(db);
  return rows;
}

export const deletePart = (db: Database, name: string): Promise<unknown> =>
  sql`delete from import_part where name = ${name}`.execute(db);

/** Ends imports whose files are given up although they were not done. */
export const expireImports = (db: Database, ids: readonly string[]): Promise<unknown> =>
  sql`
    update member_import set state = 'expired', ended_at = now(), header = null
    where id = any(${ids}::text[]) and ended_at is null`.execute(db);
