import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import type { JobKind } from '../jobs.ts';
import { Refusal } from '../refusal.ts';

/** So many within so long. */
export interface LimitRule {
  /** Keeps the counts of two rules apart. */
  name: string;
  points: number;
  seconds: number;
  /** Once over, refused for this long instead of the rest of the window. */
  blockSeconds?: number;
  /** Each attempt that is refused lengthens the wait by so much, up to so long from then. */
  growth?: { seconds: number; mostSeconds: number };
}

export interface RateLimits {
  /**
   * Counts one attempt, before it is made.
   *
   * @throws Refusal too-many-requests with Retry-After when the rule's number is used up
   */
  take(rule: LimitRule, key: string): Promise<void>;
  /**
   * Counts nothing.
   *
   * @throws Refusal too-many-requests with Retry-After when the rule's number is used up
   */
  requireLeft(rule: LimitRule, key: string): Promise<void>;
  /** How many attempts are counted at the moment. */
  used(rule: LimitRule, key: string): Promise<number>;
  /** Forgets the attempts, after a success say. */
  reset(rule: LimitRule, key: string): Promise<void>;
}

/** Limits counted in the database, so that all processes share them. Without the database nothing passes. */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = (rule: LimitRule) => {
    let limiter = limiters.get(rule.name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: rule.name,
        points: rule.points,
        duration: rule.seconds,
        blockDuration: rule.blockSeconds ?? 0,
        clearExpiredByTimeout: false,
      });
      limiters.set(rule.name, limiter);
    }
    return limiter;
  };
  return {
    async take(rule, key) {
      if (rule.growth) return takeGrowing(pool, { ...rule, growth: rule.growth }, key);
      try {
        await limiterFor(rule).consume(key);
      } catch (error) {
        throw error instanceof RateLimiterRes ? refuseFor(error.msBeforeNext) : error;
      }
    },
    async requireLeft(rule, key) {
      const counted = await limiterFor(rule).get(key);
      if (counted && counted.consumedPoints >= rule.points) throw refuseFor(counted.msBeforeNext);
    },
    used: async (rule, key) => (await limiterFor(rule).get(key))?.consumedPoints ?? 0,
    reset: async (rule, key) => void (await limiterFor(rule).delete(key)),
  };
}

const refuseFor = (waitMs: number) =>
  new Refusal('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });

/** What the library's `consume` does, in the same row, and the wait grows; one statement, so that parallel ones count. */
async function takeGrowing(
  pool: pg.Pool,
  { name, points, seconds, growth }: LimitRule & { growth: NonNullable<LimitRule['growth']> },
  key: string,
): Promise<void> {
  const { rows } = await pool.query<{ points: number; wait_ms: string }>({
    name: 'take-growing',
    text: `
      with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
      insert into rate_limit as kept (key, points, expire) select $1, 1, now + $2::bigint from clock
      on conflict (key) do update set
        points = case when kept.expire <= (select now from clock) then 1 else kept.points + 1 end,
        expire = case
          when kept.expire <= (select now from clock) then excluded.expire
          when kept.points < $3::int then kept.expire
          else least(kept.expire + $4::bigint, (select now from clock) + $5::bigint)
        end
      returning points, expire - (select now from clock) as wait_ms`,
    values: [`${name}:${key}`, seconds * 1_000, points, growth.seconds * 1_000, growth.mostSeconds * 1_000],
  });
  const [kept] = rows;
  if (kept && kept.points > points) throw refuseFor(Number(kept.wait_ms));
}

/** Takes counts away that no longer count. Those without an end, of tries in a row, stay. */
export const forgetOldCounts = (db: Database): JobKind => ({
  name: 'forget-old-counts',
  lane: 'upkeep',
  schedule: '37 * * * *',
  handler: async () => void (await sql`delete from rate_limit where expire < ${Date.now()}`.execute(db)),
});
