import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';

/**
 * For this transaction: a plan for these values and not for any. The general plan of a prepared statement takes every
 * search for one that finds little.
 *
 * @param limitMs milliseconds that each statement may take, where less than usual
 */
export const planAnew = (tx: Transaction, limitMs?: number): Promise<unknown> =>
  limitMs === undefined
    ? sql`select ${settings}`.execute(tx)
    : sql`select ${settings}, ${alone}, set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx);

/** Without compiling: a page costs less than that, whatever the planner expects of the whole list. */
const settings = sql`set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`;
/** Without parallel workers: to start them takes longer than most such statements, and they compete with other requests. */
const alone = sql`set_config('max_parallel_workers_per_gather', '0', true)`;
