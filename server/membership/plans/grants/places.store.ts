import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { mayBePaid } from '../checkouts/checkouts.store.ts';

/** Keeps others from taking a place in the plan until the transaction ends. Lock the member before. */
export async function lockPlaces(tx: Transaction, planId: string): Promise<void> {
  await tx
    .withTables<{ plan: { id: string } }>()
    .selectFrom('plan')
    .select('id')
    .where('id', '=', planId)
    .forNoKeyUpdate()
    .execute();
}

/** How many other members have the plan, or are paying for it at the moment. */
export async function countOthers(tx: Transaction, planId: string, memberId: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from (
      select member_id from plan_connection where plan_id = ${planId} and status <> 'CANCELED'
      union
      select member_id from plan_checkout
      where plan_id = ${planId} and (state = 'processing' or ${mayBePaid()})
    ) as holders where member_id <> ${memberId}`.execute(tx);
  return rows[0]!.others;
}
