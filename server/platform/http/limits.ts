import { sql } from 'kysely';
import type pg from 'pg';
import type { LimitRule } from '../../../contract/call.ts';
import type { Transaction } from '../database/database.ts';
import { formatWait } from './format-wait.ts';
import { deletingJob, type EndedRows } from '../ended-rows.ts';
import { Refusal } from '../refusal.ts';
import { ref } from '../security-events/define-events.ts';
import { recordEvent } from '../security-events/record-event.ts';

export type { LimitRule } from '../../../contract/call.ts';

const declared = new Map<string, LimitRule>();

/** Declares a limit, so that System tells of those who have used it up. Limits of calls are declared as their routes are mounted. */
export function declareLimit(rule: LimitRule): LimitRule {
  declared.set(rule.name, rule);
  return rule;
}

/** Every limit that is declared, of calls and beside them. */
export const listLimits = (): LimitRule[] => [...declared.values()];

/** A rule and the key that attempts are counted under. */
export type Count = readonly [rule: LimitRule, key: string];

/** What an attempt may be counted under. */
export interface Choice {
  count: Count;
  /** While this one is used up, the choice is closed. */
  unless: Count;
}

/** Rate limits by rule and key. */
export interface RateLimits {
  /**
   * Counts one attempt, before it is made.
   *
   * @throws Refusal too-many-requests with Retry-After when the rule's number is used up
   */
  take(rule: LimitRule, key: string): Promise<void>;
  /**
   * Counts one attempt twice in one statement: under `client`, and where that has room, under the first choice that is
   * open. A client that is limited thus uses up no attempts of others, and a refusal by the choice costs the client none.
   *
   * @returns the choice; undefined where all are closed, and nothing is counted
   * @throws Refusal too-many-requests as `take`
   */
  takeBoth(client: Count, choices: readonly Choice[]): Promise<Choice | undefined>;
  /** Refunds one attempt. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Attempts counted now; more than the rule's number once one was refused. */
  used(rule: LimitRule, key: string): Promise<number>;
  /** Resets these counts after a success, and refunds one attempt of another where one is given. */
  reset(counts: readonly Count[], refunded?: Count): Promise<void>;
}

/**
 * Rate limits counted in the database and by its clock, so that all processes share them; decision 0025 says why not by
 * a library. Fails closed: without the database every attempt is refused.
 */
export const createRateLimits = (pool: pg.Pool): RateLimits => ({
  async take(rule, key) {
    const { rows } = await pool.query<Taken>(taking, valuesOf(rule, key));
    requireRoom(rule, rows[0]);
  },
  async takeBoth(client, choices) {
    const values = choices.flatMap(({ count, unless: [rule, key] }) => [
      ...valuesOf(...count),
      nameOf(rule.name, key),
      rule.points,
    ]);
    const { rows } = await pool.query<{ client: Taken; chosen: (Taken | null)[] }>(takingBoth(choices.length), [
      ...valuesOf(...client),
      ...values,
    ]);
    const { client: ofClient, chosen } = rows[0]!;
    requireRoom(client[0], ofClient);
    const index = chosen.findIndex((taken) => taken !== null);
    const choice = choices[index];
    const hasRoom = choice && chosen[index]!.points <= choice.count[0].points;
    if (!hasRoom) await this.giveBack(...client);
    if (choice) requireRoom(choice.count[0], chosen[index]);
    return choice;
  },
  async giveBack({ name, points }, key) {
    await pool.query(givingBack, [nameOf(name, key), points]);
  },
  async used({ name }, key) {
    const { rows } = await pool.query<{ points: number }>(using, [nameOf(name, key)]);
    return rows[0]?.points ?? 0;
  },
  async reset(counts, refunded) {
    const names = counts.map(([{ name }, key]) => nameOf(name, key));
    const [rule, key] = refunded ?? [];
    await pool.query(resetting, [rule && key !== undefined ? nameOf(rule.name, key) : null, rule?.points ?? 0, names]);
  },
});

/** A count after an attempt. */
interface Taken {
  points: number;
  /** Milliseconds until it ends; as text where the driver gives a bigint. */
  wait_ms: string | number | null;
}

/** The parameters of `upsert`. */
const valuesOf = ({ name, points, seconds, growth }: LimitRule, key: string) => [
  nameOf(name, key),
  seconds === 0 ? null : seconds * 1_000,
  points,
  ...(growth ? [growth.seconds * 1_000, growth.mostSeconds * 1_000] : [0, null]),
];

/** @throws Refusal too-many-requests for a count beyond its rule's number */
function requireRoom({ name, per, points }: LimitRule, taken: Taken | null | undefined): void {
  if (!taken || taken.points <= points) return;
  recordEvent('limit-used-up', { outcome: 'refused', limit: ref(name), per });
  throw tooManyRequests(Number(taken.wait_ms) / 1_000, { limit: name });
}

const nameOf = (rule: string, key: string): string => `${rule}:${key}`;

/**
 * The refusal 429, with the time to wait in its sentence and as `Retry-After`.
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

/** The database's clock in milliseconds, the unit of stored ends. */
const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Asynchronous commit: waiting for fsync would serialize all requests of a client. A power failure loses the counts of the last moment. */
const quick = `set_config('synchronous_commit', 'off', true)`;
const clock = `clock as (select ${nowMs} as now, ${quick})`;

/**
 * One statement, so that concurrent attempts cannot race. All refused attempts count as one, so that an attempt given
 * back afterwards makes room.
 *
 * @param at the number of the first of its five parameters
 * @param condition whether the attempt is counted at all
 */
const upsert = (at: number, condition = 'true') => `
  insert into rate_limit as kept (key, points, expire)
  select $${at}, 1, now + $${at + 1}::bigint from clock where ${condition}
  on conflict (key) do update set
    points = case when kept.expire <= (select now from clock) then 1 else least(kept.points, $${at + 2}::int) + 1 end,
    expire = case
      when kept.expire <= (select now from clock) then excluded.expire
      when kept.points < $${at + 2}::int then kept.expire
      else least(kept.expire + $${at + 3}::bigint, (select now from clock) + $${at + 4}::bigint)
    end
  returning points, expire - (select now from clock) as wait_ms`;

/** Whether a count has room: its name and its rule's number are the parameters from `at` on. */
const isOpen = (at: number) => `not exists (
  select from rate_limit where key = $${at} and points >= $${at + 1}::int and (expire is null or expire > now))`;

const taking = `with ${clock} ${upsert(1)}`;

/** Parameters: five of the client's count, then seven of each choice, the last two of them of its `unless`. */
const takingBoth = (choices: number) => {
  const each = Array.from({ length: choices }, (_, index) => ({ name: `choice_${index}`, at: 6 + index * 7 }));
  const conditionOf = (index: number) =>
    [
      '(select points from client) <= $3::int',
      ...each.slice(0, index).map(({ at }) => `not ${isOpen(at + 5)}`),
      isOpen(each[index]!.at + 5),
    ].join(' and ');
  return `
    with ${clock}, client as (${upsert(1)})
    ${each.map(({ name, at }, index) => `, ${name} as (${upsert(at, conditionOf(index))})`).join('')}
    select to_json(client) as client, json_build_array(${each.map(({ name }) => `(select to_json(${name}) from ${name})`).join(', ')}) as chosen
    from client`;
};

const refund = `update rate_limit set points = greatest(least(points, $2::int) - 1, 0) from quick where key = $1`;
const givingBack = `with quick as (select ${quick}) ${refund}`;
/** The refund first: rows are locked in the order of `takingBoth`, against deadlocks. */
const resetting = `
  with quick as (select ${quick}), refunded as (${refund} returning 1)
  delete from rate_limit where key = any($3) and (select count(*) from quick left join refunded on true) > 0`;

const using = `select points from rate_limit where key = $1 and (expire is null or expire > ${nowMs})`;

/** Seconds for which failures in a row are counted where there is no account: addresses are unbounded input. */
export const withoutAccountSeconds = 28 * 24 * 60 * 60;

/** Lets failures in a row that belong to no account any more run out, in the transaction that ends it or its address. */
export async function letRunOut(tx: Transaction, counts: readonly Count[]): Promise<void> {
  const names = counts.map(([{ name }, key]) => nameOf(name, key));
  await sql`
    update rate_limit set expire = ${sql.raw(nowMs)} + ${withoutAccountSeconds * 1_000}::bigint
    where key = any(${names}::text[]) and expire is null`.execute(tx);
}

/** Counts whose time is over. Those without an end, of consecutive failures of an account, stay as long as it has its address. */
export const endedCounts: EndedRows = {
  table: 'rate_limit',
  since: 'expire',
  // Not the clock's time, which changes within a statement, so that no index is asked for it.
  now: sql`(extract(epoch from now()) * 1000)::bigint`,
  job: deletingJob('forget-old-counts', '37 * * * *'),
};
