import type { Database } from '../../platform/database/database.ts';
import { acceptsOrigin, type Site } from './site.ts';
import { isHttpAddress, isRelativePath, ownOrigin } from './setting-values.ts';
import { listVoided, loadSite, loadSites } from './sites.store.ts';

/** The sites, cached in memory. */
export interface Sites {
  findByKey(publicKey: string): Promise<Site | undefined>;
  /** The site of an id that comes from outside. */
  find(siteId: string): Promise<Site | undefined>;
  /** @throws Error for an unknown id; ids come from our own rows */
  get(siteId: string): Promise<Site>;
  /** Whether pages of this origin may call any site. */
  isKnownOrigin(origin: string): Promise<boolean>;
  /** Invalidates the cache. */
  refresh(): void;
}

/** Most age of a cached value … */
const staleSeconds = 10;
/** … and the age after which it is reloaded in the background (stale-while-revalidate). */
const freshSeconds = 5;

/**
 * The sites, cached for a few seconds because every request needs one.
 *
 * @param appUrl the product's own origin, for sites with `ownPages`
 */
export function createSites(db: Database, appUrl: string): Sites {
  let kept: Promise<Known> | undefined;
  let loading: Promise<Known> | undefined;
  let readAtMs = 0;
  const load = (): Promise<Known> => {
    const startedAtMs = performance.now();
    const fresh = readKnown(db, appUrl);
    loading = fresh;
    fresh.then(
      () => {
        if (loading !== fresh) return;
        [kept, readAtMs, loading] = [fresh, startedAtMs, undefined];
      },
      () => {
        if (loading === fresh) loading = undefined;
      },
    );
    return fresh;
  };
  // A transaction does not wait for a second connection here: its request has filled the cache a moment ago.
  const known = (): Promise<Known> => {
    const ageSeconds = (performance.now() - readAtMs) / 1_000;
    if (kept && ageSeconds < freshSeconds) return kept;
    const fresh = loading ?? load();
    return kept && ageSeconds < staleSeconds ? kept : fresh;
  };
  const find = async (siteId: string): Promise<Site | undefined> => {
    const named = ({ all }: Known) => all.find((each) => each.id === siteId);
    // One that is not in the cache may be newer than that.
    return named(await known()) ?? named(await load());
  };
  return {
    findByKey: async (publicKey) => (await known()).answering.find((site) => site.publicKey === publicKey),
    find,
    async get(siteId) {
      const site = await find(siteId);
      if (!site) throw new Error(`There is no site ${siteId}.`);
      return site;
    },
    isKnownOrigin: async (origin) => (await known()).answering.some((site) => acceptsOrigin(site, origin, appUrl)),
    refresh: () => {
      kept = undefined;
      loading = undefined;
    },
  };
}

/** One site, read from the database. */
export const findStoredSite = (db: Database, siteId: string): Promise<Site | undefined> => loadSite(db, siteId);

interface Known {
  all: Site[];
  /** Sites that answer requests: not void. */
  answering: Site[];
}

/** Sequential queries: one connection. */
async function readKnown(db: Database, appUrl: string): Promise<Known> {
  const all = (await loadSites(db)).map((site) => settle(site, appUrl));
  const voided = await listVoided(db);
  return { all, answering: all.filter(({ id }) => !voided.has(id)) };
}

/** Whether a site is void: this database was started in development once, and in production since. */
export const hasVoided = async (db: Database): Promise<boolean> => (await listVoided(db)).size > 0;

/** Every site, read from the database. */
export const listSites = (db: Database): Promise<Site[]> => loadSites(db);

/**
 * A site as this process uses it: the placeholder of the own origin is replaced, and unsafe addresses are removed.
 * Defence in depth: they were validated when they were saved, but the database is not trusted.
 */
const settle = (site: Site, appUrl: string): Site => ({
  ...site,
  contentGroups: site.contentGroups.map((group) => ({ ...group, redirect: onlySafe(group.redirect) })),
  authProviders: site.authProviders.map(({ issuer, ...provider }) => ({
    ...provider,
    icon: onlySafe(provider.icon),
    ...(issuer === undefined ? {} : { issuer: issuer.replace(ownOrigin, appUrl) }),
  })),
  ssoSignupButtonUrl: onlySafe(site.ssoSignupButtonUrl),
  branding: { ...site.branding, logo: onlySafe(site.branding.logo), logoDark: onlySafe(site.branding.logoDark) },
});

const onlySafe = (address: string | null): string | null =>
  address !== null && (isHttpAddress(address) || isRelativePath(address)) ? address : null;
