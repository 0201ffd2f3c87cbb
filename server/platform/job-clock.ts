import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';

/**
 * The queue's library (0.18) dates the runs of a schedule by the process's clock, notes the last one, and queues none from
 * before it. One process whose clock is hours ahead, as a machine's is until its time is set, would stop every schedule of
 * every process for as long.
 */

/** Seconds that the clock of a machine may differ from the database's. */
const differenceMost = 60;
/** Milliseconds between two looks for runs that are noted in the future. */
const lookMs = 60_000;

class ClockDiffers extends Error {
  constructor(seconds: number) {
    const side = seconds > 0 ? 'ahead of' : 'behind';
    super(
      `the clock of this machine is ${Math.round(Math.abs(seconds))} s ${side} the database's, and schedules follow both. Set the time of both machines (timedatectl), and start again.`,
    );
    this.name = 'ClockDiffers';
  }
}

/** @throws ClockDiffers */
export async function requireSameClock(db: Database): Promise<void> {
  const beforeMs = Date.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const { ms } = rows[0]!;
  // The database's time lies between the two where the clocks agree, however long its answer takes.
  const differsMs = Math.max(beforeMs - ms, 0) || Math.min(Date.now() - ms, 0);
  if (Math.abs(differsMs) > differenceMost * 1_000) throw new ClockDiffers(differsMs / 1_000);
}

/** Takes runs of schedules that are noted in the future for done now, so that the next one is queued. */
export async function forgetFutureRuns(db: Database): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '2 minutes'`.execute(db);
}

/** Does so again and again, for a clock that jumps while processes run. @param stopped ends it */
export async function keepSchedules(db: Database, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await sleep(lookMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
    // A database that is away is told of by the workers.
    if (!stopped.aborted) await forgetFutureRuns(db).catch(() => undefined);
  }
}
