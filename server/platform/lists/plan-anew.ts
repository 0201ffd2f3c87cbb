import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';

/**
 * For this transaction: a plan for these values and not for any. The general plan of a prepared statement takes every
 * search for one that finds little.
 */
export const planAnew = (tx: Transaction): Promise<unknown> =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
