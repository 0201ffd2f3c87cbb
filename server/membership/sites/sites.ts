import type { Database } from '../../platform/database/database.ts';
import { acceptsOrigin, type Site } from './site.ts';
import { loadSites } from './sites.store.ts';

export interface Sites {
  findByKey(publicKey: string): Promise<Site | undefined>;
  /** @throws Error when there is no such site; ids come from our own rows */
  get(siteId: string): Promise<Site>;
  /** Whether pages of this origin may talk to one site or another. */
  isKnownOrigin(origin: string): Promise<boolean>;
  /** Reads the sites anew at the next question. */
  refresh(): void;
}

/** A changed setting is noticed after so long, at the latest. */
const keepSeconds = 10;

/**
 * The sites, kept in memory for a few seconds because every request needs one.
 *
 * @param appUrl our own origin, which belongs to sites that say so
 */
export function createSites(db: Database, appUrl: string): Sites {
  let kept: Promise<Site[]> | undefined;
  let staleFromMs = 0;
  const load = (): Promise<Site[]> => {
    staleFromMs = performance.now() + keepSeconds * 1_000;
    const fresh = loadSites(db);
    fresh.then(
      () => (kept = fresh),
      () => (staleFromMs = 0),
    );
    return fresh;
  };
  // Stale sites are given out while new ones are read: nobody inside a transaction waits for a second connection.
  const all = (): Promise<Site[]> => {
    if (kept && performance.now() < staleFromMs) return kept;
    const fresh = load();
    return kept ?? fresh;
  };
  return {
    findByKey: async (publicKey) => (await all()).find((site) => site.publicKey === publicKey),
    async get(siteId) {
      const site = (await all()).find((each) => each.id === siteId);
      if (!site) throw new Error(`There is no site ${siteId}.`);
      return site;
    },
    isKnownOrigin: async (origin) => (await all()).some((site) => acceptsOrigin(site, origin, appUrl)),
    refresh: () => {
      kept = undefined;
    },
  };
}
