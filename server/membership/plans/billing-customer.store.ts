import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

type Tables = { member: { id: string; card_customer_id: string | null } };

/** The provider's id of a member who has paid. */
export async function findCustomer(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('member')
    .select('card_customer_id')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return row?.card_customer_id ?? undefined;
}

/** Keeps the first: subscriptions of theirs are found in its portal. */
export async function noteCustomer(tx: Database, memberId: string, customerId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ card_customer_id: sql`coalesce(card_customer_id, ${customerId})` })
    .where('id', '=', memberId)
    .execute();
}
