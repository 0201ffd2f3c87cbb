import * as z from 'zod/mini';
import { transaction, type Database, type PooledDatabase } from '../../platform/database/database.ts';
import { addLoneJob, jobKind } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { createShares } from './client-shares.ts';
import {
  addCounts,
  findToday,
  findUnfoldedDay,
  foldRareCounts,
  noteFolded,
  selectCounts,
  sumViewsBelow,
  type Count,
  type CountKind,
  type DayCount,
} from './page-counts.store.ts';
import type { Visit } from './visit.ts';

/** Days in UTC, `2026-11-20`, both included; `segments` as in `uts` of `/uts/register`. */
export interface ViewsAsked {
  siteId: string;
  segments: readonly string[];
  from: string;
  to: string;
}

/** The client that reports a view or event, and its site. */
export interface Sender {
  siteId: string;
  clientAddress: string;
}

/** Write-behind counters: increments are kept in memory and written every ten seconds. A crash loses those ten seconds. */
export interface PageCounts {
  countView(from: Sender, visit: Visit): void;
  countEvent(from: Sender, type: string): void;
  /** Writes the pending increments; after a failure they stay pending. */
  flush(): Promise<void>;
  /** Writes the pending increments and stops the timer. */
  stop(): Promise<void>;
}

const flushMs = 10_000;
/** Bounds memory: beyond so many counters of a site, further paths and events count as `(other)`. */
const mostValues = 500;
/** Counters of one statement: a quarter of a second (docs/scale.md), of the five that a statement may take. */
const writtenAtOnce = 5_000;
/** The value that rare and surplus names are counted under. */
export const others = '(other)';

/** Counters of page views and events for all sites of this process. */
export function createPageCounts({ db, log }: Pick<Services, 'db' | 'log'>): PageCounts {
  let counted = new Map<string, Map<string, Count>>();
  let timer: NodeJS.Timeout | undefined;
  const isWithinShare = createShares();

  function add({ siteId, kind, value, count }: Count): void {
    const ofSite = counted.get(siteId) ?? new Map<string, Count>();
    counted.set(siteId, ofSite);
    const key = `${kind} ${value}`;
    const known = ofSite.get(key);
    if (known) known.count += count;
    else if (ofSite.size < mostValues || !isFreelyNamed(kind) || value === others)
      ofSite.set(key, { siteId, kind, value, count });
    else add({ siteId, kind, value: others, count });
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  const addNamed = ({ siteId, clientAddress }: Sender, kind: 'path' | 'event', name: string) => {
    const value = isWithinShare(`${siteId} ${clientAddress}`, `${kind} ${name}`) ? name : others;
    add({ siteId, kind, value, count: 1 });
  };

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...counted.values()].flatMap((ofSite) => [...ofSite.values()]);
    counted = new Map();
    for (let start = 0; start < batch.length; start += writtenAtOnce)
      await write(batch.slice(start, start + writtenAtOnce));
  }

  async function write(counts: readonly Count[]): Promise<void> {
    try {
      await addCounts(db, counts);
    } catch (error) {
      log.warn({ err: error }, 'page counts could not be written and wait for the next time');
      for (const each of counts) add(each);
    }
  }

  return {
    countView(from, { browser, os, screen, path }) {
      const { siteId } = from;
      add({ siteId, kind: 'view', value: '', count: 1 });
      if (browser) add({ siteId, kind: 'browser', value: browser, count: 1 });
      if (os) add({ siteId, kind: 'os', value: os, count: 1 });
      if (screen) add({ siteId, kind: 'screen', value: screen, count: 1 });
      if (path) addNamed(from, 'path', path);
    },
    countEvent: (from, type) => addNamed(from, 'event', type),
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Whether the client chooses the value freely; the other kinds are enumerations. */
const isFreelyNamed = (kind: CountKind) => kind === 'path' || kind === 'event';

/** A site's counters from one day to another, both included, as `2026-11-20` in UTC; rare ones as `(other)`. */
export const listCounts = (db: Database, siteId: string, range: { from: string; to: string }): Promise<DayCount[]> =>
  selectCounts(db, siteId, range);

/** Views of the paths below each of some first segments, in a range of days (UTC); rare paths are in none. */
export const countViewsBelow = (db: Database, asked: ViewsAsked): Promise<{ segment: string; views: number }[]> =>
  sumViewsBelow(db, asked);

const dayMs = 24 * 60 * 60 * 1_000;

/** The same of the last days, today included. */
export async function listLastCounts(db: Database, siteId: string, days: number): Promise<DayCount[]> {
  const to = await findToday(db);
  const from = new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return selectCounts(db, siteId, { from, to });
}

/** Milliseconds of a run: below the 30 s of a job. */
const runMs = 15_000;

export const foldCountsJob = jobKind({
  name: 'fold-rare-page-counts',
  lane: 'upkeep',
  schedule: '6 3 * * *',
  payload: z.object({ day: z._default(z.string(), ''), after: z._default(z.string(), '') }),
});

/**
 * Merges rare counters of past days: day by day, some sites in a statement, and queues the rest.
 *
 * @param begun day and last site of the run before, if that was cut short
 */
export async function foldPastCounts(db: PooledDatabase, begun = { day: '', after: '' }): Promise<void> {
  const deadline = performance.now() + runMs;
  let at = begun;
  for (let day = await findUnfoldedDay(db); day !== null; day = await findUnfoldedDay(db)) {
    // The day of the run before may be done since, by another process.
    if (day !== at.day) at = { day, after: '' };
    if (performance.now() > deadline) return addLoneJob(db, foldCountsJob, at, { key: 'on' });
    const place = at;
    const last = await transaction(db, (tx) => foldRareCounts(tx, place));
    if (last === null) await noteFolded(db, day);
    else at = { day, after: last };
  }
}
