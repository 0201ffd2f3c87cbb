import { transaction, type PooledDatabase, type Transaction } from '../../database/database.ts';
import type { Log } from '../../log.ts';

/** What every part of the card sandbox works with. */
export interface Sandbox {
  db: PooledDatabase;
  /** The hosted pages live under this address. */
  publicUrl: string;
  webhook: { url: string; secret: string };
  log: Log;
  /** Says that work for later may be due now. */
  wake: () => void;
}

/** One transaction; work that it queued for now is begun as soon as it is committed. */
export async function change<T>(sandbox: Sandbox, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await transaction(sandbox.db, work);
  sandbox.wake();
  return result;
}
