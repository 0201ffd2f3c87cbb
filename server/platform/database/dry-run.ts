import { transaction, type Database, type Transaction } from './database.ts';

/**
 * Runs the work in a transaction that is rolled back, and returns its result. Inside another transaction that one is
 * rolled back too.
 *
 * @throws whatever the work throws
 */
export async function dryRun<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      throw new Undone(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome as T;
    throw error;
  }
}

class Undone extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('This was a dry run.');
    this.outcome = outcome;
  }
}
