import type { TestDatabase } from './database.ts';

/** A fault of the card sandbox: no payment or refund settles before {@link settleNow}, however slow the machine is. */
export const settlesByHand = { settleSeconds: 3_600 };

/** Lets the card sandbox settle, at its next poll, the payments and refunds that settle later. */
export const settleNow = async ({ database: { pool } }: { database: Pick<TestDatabase, 'pool'> }): Promise<void> =>
  void (await pool.query(`update card_sandbox_task set due_at = now() where kind in ('settle', 'refund')`));
