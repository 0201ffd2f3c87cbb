import { transaction, type Database, type Transaction } from './database.ts';

/**
 * Does the work and undoes all of it, for what it would have answered. Inside another transaction it undoes that too.
 *
 * @throws whatever the work throws
 */
export async function rehearse<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
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
    super('This was only rehearsed.');
    this.outcome = outcome;
  }
}
