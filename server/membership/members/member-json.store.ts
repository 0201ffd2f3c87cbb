import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = { member_json: { member_id: string; value: unknown } };

/** The JSON document of a member; undefined for none. */
export const findJson = (db: Database, memberId: string): Promise<{ value: unknown } | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('member_json')
    .select('value')
    .where('member_id', '=', memberId)
    .executeTakeFirst();

/** Replaces the document (upsert). @returns the stored value */
export async function saveJson(tx: Transaction, memberId: string, text: string): Promise<unknown> {
  const value = sql`${text}::json`;
  const { value: stored } = await tx
    .withTables<Tables>()
    .insertInto('member_json')
    .values({ member_id: memberId, value })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ value }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return stored;
}
