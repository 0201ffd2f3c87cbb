import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';

type Tables = { member: { id: string; wished_plans: string[] } };

/** Keeps the plans a newcomer asked for and may have once their address is proved. */
export async function saveWishes(tx: Transaction, memberId: string, planIds: string[]): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ wished_plans: sql`${planIds}::text[]` })
    .where('id', '=', memberId)
    .execute();
}

export async function findWishes(tx: Transaction, memberId: string): Promise<string[]> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('member')
    .select('wished_plans')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return row?.wished_plans ?? [];
}
