import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { tables } from '../store/tables.ts';
import { WireError } from '../wire/wire-error.ts';

/** The answer stored under an idempotency key. */
export interface StoredAnswer {
  answer: object;
  /** The request that did the work, when this one did not. */
  originalRequestId?: string;
}

/** A request with its idempotency key. */
export interface Attempted {
  key: string;
  requestId: string;
  /** Method, address and parameters; the same key may only come back with the same ones. */
  fingerprint: string;
}

const keptFor = '24 hours';

/**
 * Does the work of a key once. The answer is stored in the transaction of the work, so a lost answer can be asked for
 * again; a refused request stores nothing and may be corrected.
 *
 * @throws WireError when the key was used for something else, or its first request is still under way
 */
export async function doOnce(
  tx: Transaction,
  { key, requestId, fingerprint }: Attempted,
  work: () => Promise<object>,
): Promise<StoredAnswer> {
  await lockKey(tx, key);
  const stored = await tables(tx)
    .selectFrom('card_sandbox_idempotency')
    .selectAll()
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - ${keptFor}::interval`)
    .executeTakeFirst();
  if (stored && stored.fingerprint !== fingerprint) throw usedOtherwise(key);
  if (stored) return { answer: stored.answer, originalRequestId: stored.request_id };
  const answer = await work();
  const row = { fingerprint, request_id: requestId, answer: JSON.stringify(answer), created_at: sql<Date>`now()` };
  await tables(tx)
    .insertInto('card_sandbox_idempotency')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
  return { answer };
}

async function lockKey(tx: Transaction, key: string): Promise<void> {
  const lock = sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('card-sandbox:' || ${key}, 0)) as locked`;
  const { rows } = await lock.execute(tx);
  if (rows[0]?.locked) return;
  throw new WireError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
  });
}

const usedOtherwise = (key: string) =>
  new WireError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

/** The hash by which a reused key's request is compared. */
export const fingerprintOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex');
