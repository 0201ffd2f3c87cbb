import type { Database } from '../../platform/database/database.ts';
import type { JobKind } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import {
  addCounts,
  deleteOldCounts,
  selectCounts,
  type Count,
  type CountKind,
  type DayCount,
} from './page-counts.store.ts';
import type { Visit } from './visit.ts';

/** Counts in memory, brought to the database now and then. A crash loses what was counted since, and nothing else. */
export interface PageCounts {
  countView(siteId: string, visit: Visit): void;
  countEvent(siteId: string, type: string): void;
  /** Writes what has been counted. */
  flush(): Promise<void>;
  /** The same, for the last time. */
  stop(): Promise<void>;
}

const flushMs = 10_000;
/** Whatever pages send, memory stays small: beyond this, different values are counted as one. */
const mostValues = 5_000;
export const others = '(other)';

export function createPageCounts({ db, log }: Pick<Services, 'db' | 'log'>): PageCounts {
  let counted = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  function add(siteId: string, kind: CountKind, value: string, count = 1): void {
    const key = JSON.stringify([siteId, kind, value]);
    const known = counted.get(key);
    if (known) known.count += count;
    else if (counted.size < mostValues || value === others || value === '')
      counted.set(key, { siteId, kind, value, count });
    else add(siteId, kind, others, count);
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...counted.values()];
    counted = new Map();
    if (batch.length === 0) return;
    try {
      await addCounts(db, batch);
    } catch (error) {
      log.warn({ err: error }, 'page counts could not be written and wait for the next time');
      for (const { siteId, kind, value, count } of batch) add(siteId, kind, value, count);
    }
  }

  return {
    countView(siteId, { browser, os, screen, path }) {
      add(siteId, 'view', '');
      if (browser) add(siteId, 'browser', browser);
      if (os) add(siteId, 'os', os);
      if (screen) add(siteId, 'screen', screen);
      if (path) add(siteId, 'path', path);
    },
    countEvent: (siteId, type) => add(siteId, 'event', type),
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** What was counted at a site from one day to another, both included, as `2026-11-20` in UTC. */
export const listCounts = (db: Database, siteId: string, range: { from: string; to: string }): Promise<DayCount[]> =>
  selectCounts(db, siteId, range);

/** Forgets what is older than thirteen months. */
export const pageCountJob = ({ db }: Services): JobKind => ({
  name: 'forget-old-page-counts',
  lane: 'upkeep',
  schedule: '7 3 * * *',
  handler: () => deleteOldCounts(db),
});
