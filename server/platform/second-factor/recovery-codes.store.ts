import type { Database, Transaction } from '../database/database.ts';
import { columnOf, columnsOf, type Holder, type HolderColumns } from './holder.ts';

type Tables = {
  recovery_code: HolderColumns & {
    /** Argon2id with its parameters and salt; all codes of a person have one salt. */
    code_hash: string;
  };
};

/** Puts new codes in the place of all earlier ones. */
export async function replaceCodes(tx: Transaction, holder: Holder, hashes: readonly string[]): Promise<void> {
  await deleteCodes(tx, holder);
  await tx
    .withTables<Tables>()
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ code_hash, ...columnsOf(holder) })))
    .execute();
}

/** A hash of the person's codes, for its parameters and salt. */
export async function findAnyHash(db: Database, holder: Holder): Promise<string | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('recovery_code')
    .select('code_hash')
    .where(columnOf(holder.kind), '=', holder.id)
    .limit(1)
    .executeTakeFirst();
  return row?.code_hash;
}

/** Uses a code up. @returns whether it was there; of concurrent calls one alone gets true */
export async function deleteCode(db: Database, holder: Holder, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .withTables<Tables>()
    .deleteFrom('recovery_code')
    .where(columnOf(holder.kind), '=', holder.id)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteCodes(tx: Transaction, holder: Holder): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('recovery_code').where(columnOf(holder.kind), '=', holder.id).execute();
}
