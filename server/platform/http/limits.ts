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
}

export interface RateLimits {
  /**
   * Counts one attempt, before it is made.
   *
   * @throws Refusal too-many-requests with Retry-After when the rule's number is used up
   */
  take(rule: LimitRule, key: string): Promise<void>;
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
      try {
        await limiterFor(rule).consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new Refusal('too-many-requests', {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)),
        });
      }
    },
    used: async (rule, key) => (await limiterFor(rule).get(key))?.consumedPoints ?? 0,
    reset: async (rule, key) => void (await limiterFor(rule).delete(key)),
  };
}

/** Takes counts away that no longer count. Those without an end, of tries in a row, stay. */
export const forgetOldCounts = (db: Database): JobKind => ({
  name: 'forget-old-counts',
  lane: 'upkeep',
  schedule: '37 * * * *',
  handler: async () => void (await sql`delete from rate_limit where expire < ${Date.now()}`.execute(db)),
});
