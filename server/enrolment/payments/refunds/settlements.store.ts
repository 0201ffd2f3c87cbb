import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { RefundState } from '../orders/order-states.ts';

/** A refund whose state is heard of, with the one it had. */
interface HeardRefund {
  refundId: string;
  /** undefined for a new one. */
  was: RefundState | undefined;
  is: RefundState;
}

/**
 * Notes when a refund settled, and when the bank sent a settled one back: once each, so that the books of a past day never
 * change. One that had settled before migration 0067 counts from the day it was made.
 */
export async function noteSettlement(tx: Transaction, { refundId, was, is }: HeardRefund): Promise<void> {
  if (is === 'succeeded' && was !== 'succeeded')
    await sql`insert into refund_settlement (refund_id) values (${refundId}) on conflict do nothing`.execute(tx);
  if (was === 'succeeded' && is !== 'succeeded')
    await sql`
      insert into refund_settlement (refund_id, settled_at, returned_at)
      select id, created_at, now() from refund where id = ${refundId}
      on conflict (refund_id) do update set returned_at = coalesce(refund_settlement.returned_at, now())`.execute(tx);
}
