import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';

type Tables = { member: { id: string; wished_plans: string[] } };

/** Stores the plans a new member asked for and gets once the address is proved; replaces earlier ones. */
export async function saveWishes(tx: Transaction, memberId: string, planIds: string[]): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ wished_plans: sql`${planIds}::text[]` })
    .where('id', '=', memberId)
    .execute();
}

/** The plans a member has asked for. */
export async function findWishes(tx: Transaction, memberId: string): Promise<string[]> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('member')
    .select('wished_plans')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return row?.wished_plans ?? [];
}
