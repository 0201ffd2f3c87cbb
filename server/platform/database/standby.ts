import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../log.ts';
import { createTurns } from '../turns.ts';
import {
  createDatabase,
  createPool,
  cutConnections,
  endPool,
  isUnavailable,
  timeouts,
  type Database,
} from './database.ts';
import { createPositions, type Position } from './positions.ts';

/** How a standby stands to the primary; only one that `follows` is read from. */
export type StandbyCondition = 'follows' | 'lags' | 'away' | 'other-history';

/** What was last found out about the standby. */
export interface StandbyState {
  condition: StandbyCondition;
  /** How long the primary has had what it lacks, in seconds, seen once a second; undefined while it does not answer. */
  lagSeconds: number | undefined;
}

/**
 * What an answer has to contain: `committed`, all that was committed before it was asked for, so that callers see what
 * they wrote, by whatever process; `recent`, what was committed until the bound of the lag.
 */
export type Freshness = 'committed' | 'recent';

/** A standby that answers reads in the primary's place (decision 0060). */
export interface Standby {
  /**
   * Reads in one read-only snapshot.
   *
   * @returns undefined where the primary must be asked instead: the standby is away, lags, or is none
   * @throws whatever `work` throws by itself; the driver's error for a statement of more than a minute or one that writes;
   *   Refusal service-unavailable when too many wait
   */
  read<T>(asked: StandbyRead, work: (db: Database) => Promise<T>): Promise<{ answer: T } | undefined>;
  state(): StandbyState;
  /** Compares the standby with the primary every second until it is closed. @param primary answers within its own limits */
  watch(primary: Database): void;
  close(): Promise<void>;
}

/** One read. */
export interface StandbyRead {
  freshness: Freshness;
  /** Asked how far the primary's log has been written. */
  primary: Database;
}

/** Options of a standby. */
export interface StandbyOptions {
  /** Names one server or several, of which the one that is a standby is used. */
  url: string;
  /** Longest lag of an answer that may be `recent`, in seconds. */
  lagSeconds: number;
  /** `application_name` on the server. */
  applicationName: string;
  log: Log;
}

/** Reads at a time. A standby takes over one day, and then has to carry what the primary does. */
const readsAtOnce = 4;
const readsWaitingMost = 100;
const readWaitMs = 10_000;
/** Milliseconds for a standby to replay what a read has to contain; it is usually a few behind. */
const catchUpMs = 250;
const pollMs = 10;
const watchMs = 1_000;
/** Milliseconds of silence after which a watched standby is left: as long as a request waits for a statement. */
const silentMs = timeouts.statement;
/** Milliseconds without a further try after the standby did not answer, where it is not watched. */
const awayMs = 5_000;

/** Opens a standby. Connects with the first read, or once it is watched. */
export function openStandby({ url, lagSeconds, applicationName, log }: StandbyOptions): Standby {
  const pool = createPool({ url, role: 'standby', maxConnections: readsAtOnce + 1, applicationName });
  const db = createDatabase(pool);
  const turns = createTurns({ atOnce: readsAtOnce, waitingMost: readsWaitingMost, waitMs: readWaitMs });
  const positions = createPositions();
  const timer = new AbortController();
  let state: StandbyState = { condition: 'follows', lagSeconds: undefined };
  let awayUntilMs = 0;

  /**
   * Asks how far the standby is. One that vanished without a word leaves connections that look alive, and reports on them
   * would wait a minute: they are cut where it does not answer, on one of these connections or on a new one.
   */
  async function readReplayed(): Promise<Position> {
    const answered = new AbortController();
    const silence = sleep(silentMs, undefined, { signal: answered.signal, ref: false }).then(() => {
      throw new Error('the standby does not answer');
    });
    silence.catch(() => undefined);
    try {
      return await Promise.race([readPositionOf(db, replayed), silence]);
    } catch (error) {
      cutConnections(pool);
      throw error;
    } finally {
      answered.abort();
    }
  }

  function note(next: StandbyState, error?: unknown): void {
    if (timer.signal.aborted) return;
    if (next.condition !== state.condition)
      log.warn({ ...next, ...(error === undefined ? {} : { err: error }) }, messages[next.condition]);
    if (next.condition === 'away') awayUntilMs = performance.now() + awayMs;
    state = next;
  }

  async function look(primary: Database): Promise<void> {
    const seen = await readReplayed().catch((error: unknown) => {
      note({ condition: 'away', lagSeconds: undefined }, error);
    });
    // Asked second: a standby of this primary cannot have replayed more than the primary has written.
    const written = await readPositionOf(primary, flushed);
    positions.add(written);
    if (seen === undefined) return;
    const lag = positions.lagOf(seen) / 1_000;
    const condition = seen > written ? 'other-history' : lag > lagSeconds ? 'lags' : 'follows';
    note({ condition, lagSeconds: lag });
  }

  /** The position that an answer must contain; undefined where waiting for it would be in vain. */
  async function positionFor({ freshness, primary }: StandbyRead): Promise<Position | undefined> {
    if (state.condition === 'other-history' || state.condition === 'lags') return undefined;
    if (state.condition === 'away' && performance.now() < awayUntilMs) return undefined;
    const known = freshness === 'recent' ? positions.oldestWithin(lagSeconds * 1_000) : undefined;
    if (known !== undefined) return known;
    if ((state.lagSeconds ?? 0) * 1_000 > catchUpMs + watchMs) return undefined;
    return readPositionOf(primary, flushed);
  }

  return {
    async read(asked, work) {
      const position = await positionFor(asked);
      if (position === undefined) return undefined;
      return turns.take({}, async () => {
        try {
          return await db.connection().execute(async (connection) => {
            if (!(await hasReplayed(connection, position))) return undefined;
            const snapshot = connection.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
            return { answer: await snapshot.execute((tx) => work(tx)) };
          });
        } catch (error) {
          if (!isOfStandby(error)) throw error;
          if (!isCancelledByReplay(error)) note({ condition: 'away', lagSeconds: undefined }, error);
          return undefined;
        }
      });
    },
    state: () => state,
    watch(primary) {
      const { signal } = timer;
      const keepLooking = async () => {
        while (!signal.aborted) {
          // Without the primary nothing can be compared: what is known of the standby holds.
          await look(primary).catch(() => undefined);
          await sleep(watchMs, undefined, { signal, ref: false }).catch(() => undefined);
        }
      };
      void keepLooking();
    },
    close() {
      timer.abort();
      return endPool(pool);
    },
  };
}

const messages: Record<StandbyCondition, string> = {
  follows: 'reports are read from the standby',
  lags: 'the standby in DATABASE_READ_URL lags: reports are read from the primary',
  away: 'no standby answers at DATABASE_READ_URL: reports are read from the primary',
  'other-history':
    'the standby in DATABASE_READ_URL has what the primary never wrote, it follows another server: reports are read from the primary',
};

/** How far the standby is; nothing, and so an error, on a server that is none. */
const replayed = sql`pg_last_wal_replay_lsn()`;
/** What the primary has acknowledged is flushed, except where commits do not wait for that. */
const flushed = sql`case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`;

async function readPositionOf(db: Database, position: typeof replayed): Promise<Position> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(pg_wal_lsn_diff(${position}, '0/0'), 0)::text as bytes`.execute(db);
  return BigInt(rows[0]!.bytes);
}

/** Waits a moment until the standby has replayed the log up to a position. */
async function hasReplayed(connection: Database, position: Position): Promise<boolean> {
  const deadlineMs = performance.now() + catchUpMs;
  for (;;) {
    if ((await readPositionOf(connection, replayed)) >= position) return true;
    if (performance.now() > deadlineMs) return false;
    await sleep(pollMs);
  }
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/** A conflict with replay: the standby had to remove rows that the report still saw. */
const isCancelledByReplay = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** Codes of what the primary would answer in the same way: a statement of too long, and one that writes. */
const ofTheReport = new Set<unknown>(['57014', '25006', 'service-unavailable']);
/** A table or column that the standby has not got yet, after a migration. */
const notThereYet = new Set<unknown>(['42P01', '42703']);

const isOfStandby = (error: unknown): boolean =>
  !ofTheReport.has(codeOf(error)) && (isUnavailable(error) || notThereYet.has(codeOf(error)));
