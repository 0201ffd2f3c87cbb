import type { Database, Transaction } from '../../../platform/database/database.ts';

type Tables = { member: { id: string; card_customer_id: string | null; card_customer_live: boolean | null } };

/** The provider's customer id of a member who has paid, in live or in test mode. */
export async function findCustomer(db: Database, memberId: string, live: boolean): Promise<string | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('member')
    .select('card_customer_id')
    .where('id', '=', memberId)
    .where('card_customer_live', '=', live)
    .executeTakeFirst();
  return row?.card_customer_id ?? undefined;
}

/** Stores the first customer id of a mode: its portal has the member's subscriptions. One of the other mode is replaced. */
export async function noteCustomer(
  tx: Transaction,
  memberId: string,
  { customerId, live }: { customerId: string; live: boolean },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ card_customer_id: customerId, card_customer_live: live })
    .where('id', '=', memberId)
    .where((member) => member('card_customer_live', 'is distinct from', live))
    .execute();
}
