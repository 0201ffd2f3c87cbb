import { sql } from 'kysely';
import type pg from 'pg';
import type { LimitRule } from '../../../contract/call.ts';
import { formatWait } from './format-wait.ts';
import type { Database } from '../database/database.ts';
import { handle, jobKind, type Job } from '../jobs.ts';
import { Refusal } from '../refusal.ts';
import { ref } from '../security-events/define-events.ts';
import { recordEvent } from '../security-events/record-event.ts';

export type { LimitRule } from '../../../contract/call.ts';

export interface RateLimits {
  /**
   * Counts one attempt, before it is made.
   *
   * @throws Refusal too-many-requests with Retry-After when the rule's number is used up
   */
  take(rule: LimitRule, key: string): Promise<void>;
  /** Takes one attempt back that turned out not to count. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** How many attempts are counted at the moment; more than the rule's number once one was refused. */
  used(rule: LimitRule, key: string): Promise<number>;
  /** Forgets the attempts of all of these, after a success say. */
  reset(...counts: [LimitRule, key: string][]): Promise<void>;
}

/**
 * Limits counted in the database and by its clock, so that all processes share them; decision 0025 says why not by a
 * library. Without the database nothing passes.
 */
export const createRateLimits = (pool: pg.Pool): RateLimits => ({
  async take({ name, per, points, seconds, growth }, key) {
    const windowMs = seconds === 0 ? null : seconds * 1_000;
    const growthMs = growth ? [growth.seconds * 1_000, growth.mostSeconds * 1_000] : [0, null];
    const { rows } = await pool.query<{ points: number; wait_ms: string | null }>(taking, [
      nameOf(name, key),
      windowMs,
      points,
      ...growthMs,
    ]);
    const [kept] = rows;
    if (!kept || kept.points <= points) return;
    recordEvent('limit-used-up', { outcome: 'refused', limit: ref(name), per });
    throw tooManyRequests(Number(kept.wait_ms) / 1_000, { limit: name });
  },
  async giveBack({ name, points }, key) {
    await pool.query(givingBack, [nameOf(name, key), points]);
  },
  async used({ name }, key) {
    const { rows } = await pool.query<{ points: number }>(using, [nameOf(name, key)]);
    return rows[0]?.points ?? 0;
  },
  async reset(...counts) {
    await pool.query('delete from rate_limit where key = any($1)', [
      counts.map(([{ name }, key]) => nameOf(name, key)),
    ]);
  },
});

const nameOf = (rule: string, key: string): string => `${rule}:${key}`;

/**
 * The refusal of what was tried too often. It says how long to wait, in its sentence and as `Retry-After`.
 *
 * @param waitSeconds until it may be tried again; 0 where time alone does not help
 * @param options.reason a sentence of its own instead of "Too many attempts."
 * @param options.limit the name of the rule that is used up
 */
export function tooManyRequests(
  waitSeconds: number,
  { reason = 'Too many attempts.', limit }: { reason?: string; limit?: string } = {},
): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds));
  const wait = waitSeconds > 0 ? `Please try again in ${formatWait(retryAfterSeconds)}.` : 'Please wait a moment.';
  return new Refusal('too-many-requests', { message: `${reason} ${wait}`, retryAfterSeconds, limit });
}

/** The moment as milliseconds, as ends are stored. */
const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * One statement, so that parallel ones count. Refused attempts count as one together: whatever is given back after
 * them makes room. The commit does not wait for the disk, for that would make all requests of a client queue; a server
 * that loses its power forgets the counts of the last moment.
 */
const taking = `
  with clock as (select ${nowMs} as now, set_config('synchronous_commit', 'off', true))
  insert into rate_limit as kept (key, points, expire) select $1, 1, now + $2::bigint from clock
  on conflict (key) do update set
    points = case when kept.expire <= (select now from clock) then 1 else least(kept.points, $3::int) + 1 end,
    expire = case
      when kept.expire <= (select now from clock) then excluded.expire
      when kept.points < $3::int then kept.expire
      else least(kept.expire + $4::bigint, (select now from clock) + $5::bigint)
    end
  returning points, expire - (select now from clock) as wait_ms`;

const givingBack = `
  with quick as (select set_config('synchronous_commit', 'off', true))
  update rate_limit set points = greatest(least(points, $2::int) - 1, 0) from quick where key = $1`;

const using = `select points from rate_limit where key = $1 and (expire is null or expire > ${nowMs})`;

const forgetJob = jobKind({ name: 'forget-old-counts', lane: 'upkeep', schedule: '37 * * * *' });

/** Takes counts away that no longer count. Those without an end, of tries in a row, stay. */
export const forgetOldCounts = (db: Database): Job =>
  handle(forgetJob, async () => void (await sql`delete from rate_limit where expire < ${sql.raw(nowMs)}`.execute(db)));
