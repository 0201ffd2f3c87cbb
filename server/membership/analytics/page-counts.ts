import type { Database } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { createShares } from './client-shares.ts';
import {
  addCounts,
  deleteOldCounts,
  foldRareCounts,
  selectCounts,
  type Count,
  type CountKind,
  type DayCount,
} from './page-counts.store.ts';
import type { Visit } from './visit.ts';

/** Who tells of something, of which site. */
export interface Sender {
  siteId: string;
  clientAddress: string;
}

/** Counts in memory, brought to the database now and then. A crash loses what was counted since, and nothing else. */
export interface PageCounts {
  countView(from: Sender, visit: Visit): void;
  countEvent(from: Sender, type: string): void;
  /** Writes what has been counted. */
  flush(): Promise<void>;
  /** The same, for the last time. */
  stop(): Promise<void>;
}

const flushMs = 10_000;
/** Whatever pages send, memory stays small: beyond this, different paths and events of a site are counted as one. */
const mostValues = 500;
export const others = '(other)';

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
    if (batch.length === 0) return;
    try {
      await addCounts(db, batch);
    } catch (error) {
      log.warn({ err: error }, 'page counts could not be written and wait for the next time');
      for (const each of batch) add(each);
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

/** Named by whoever calls; of the others there are a few words. */
const isFreelyNamed = (kind: CountKind) => kind === 'path' || kind === 'event';

/** What was counted often enough at a site from one day to another, both included, as `2026-11-20` in UTC. */
export const listCounts = (db: Database, siteId: string, range: { from: string; to: string }): Promise<DayCount[]> =>
  selectCounts(db, siteId, range);

/** Forgets what was rare on days that are over, and everything that is older than thirteen months. */
export async function forgetOldCounts(db: Database): Promise<void> {
  await foldRareCounts(db);
  await deleteOldCounts(db);
}
