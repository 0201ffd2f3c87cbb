import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { keepsFrom } from '../checkouts/checkouts.store.ts';

/** Locks the places of plans until the transaction ends, in the order of their ids. Lock order: the member first. */
export async function lockPlaces(tx: Transaction, planIds: readonly string[]): Promise<void> {
  await tx
    .withTables<{ plan: { id: string } }>()
    .selectFrom('plan')
    .select('id')
    .where('id', 'in', planIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Places that other members take: by having the plan, or by a checkout that is being paid or keeps one from the member. */
export async function countOthers(tx: Transaction, planId: string, memberId: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from (
      select member_id from plan_connection where plan_id = ${planId} and status <> 'CANCELED'
      union
      select member_id from plan_checkout
      where plan_id = ${planId} and (state = 'processing' or ${keepsFrom(memberId)})
    ) as holders where member_id <> ${memberId}`.execute(tx);
  return rows[0]!.others;
}
