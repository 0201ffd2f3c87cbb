import { lockMailboxes } from '../membership/sign-in/mails/mail-budgets.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

/** What a transaction takes that others are to wait for. */
export const theMember = (memberId: string) => async (tx: Transaction) =>
  void (await sql`select 1 from member where id = ${memberId} for update`.execute(tx));
export const theMailbox = (email: string) => (tx: Transaction) => lockMailboxes(tx, [email]);

/**
 * How many statements on a test's database wait for a lock. Not by `pg_locks`, which counts those of other tests on the same
 * server too; and by another connection than the one that holds the lock, which would see one state for its whole transaction.
 */
export async function countWaiting({ pool }: Pick<TestDatabase, 'pool'>): Promise<number> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await pool.query(waiting)).rowCount ?? 0;
}

/**
 * Holds a lock, starts work that needs it, and looks meanwhile whether that work has locked a mailbox already. Work that
 * holds one lock while it waits for another takes them in that order.
 */
export async function locksMailboxBefore(
  database: TestDatabase,
  held: (tx: Transaction) => Promise<void>,
  { work, email }: { work: () => Promise<unknown>; email: string },
): Promise<boolean> {
  const { db } = database;
  let working: Promise<unknown> | undefined;
  const isLocked = await db.transaction().execute(async (tx) => {
    await held(tx);
    working = work();
    working.catch(() => undefined);
    await eventually(async () => (await countWaiting(database)) > 0);
    return isMailboxLocked(db, email);
  });
  await working;
  return isLocked;
}

async function isMailboxLocked(db: Database, email: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      await lockMailboxes(tx, [email]);
    });
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return true;
    throw error;
  }
}
