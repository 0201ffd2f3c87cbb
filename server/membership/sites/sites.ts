import type { Database } from '../../platform/database/database.ts';
import { acceptsOrigin, type Site } from './site.ts';
import { isHttpAddress, isRelativePath, ownOrigin } from './setting-values.ts';
import { listVoided, loadSite, loadSites } from './sites.store.ts';

export interface Sites {
  findByKey(publicKey: string): Promise<Site | undefined>;
  /** @throws Error when there is no such site; ids come from our own rows */
  get(siteId: string): Promise<Site>;
  /** Whether pages of this origin may talk to one site or another. */
  isKnownOrigin(origin: string): Promise<boolean>;
  /** Reads the sites anew at the next question. */
  refresh(): void;
}

/** A changed setting is noticed after so long, at the latest … */
const staleSeconds = 10;
/** … and usually sooner: asked after so long, the sites are read anew while the old ones are still given out. */
const freshSeconds = 5;

/**
 * The sites, kept in memory for a few seconds because every request needs one.
 *
 * @param appUrl our own origin, which belongs to sites that say so
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
  // Nobody inside a transaction waits for a second connection: whoever is in one has asked a moment ago already.
  const known = (): Promise<Known> => {
    const ageSeconds = (performance.now() - readAtMs) / 1_000;
    if (kept && ageSeconds < freshSeconds) return kept;
    const fresh = loading ?? load();
    return kept && ageSeconds < staleSeconds ? kept : fresh;
  };
  return {
    findByKey: async (publicKey) => (await known()).answering.find((site) => site.publicKey === publicKey),
    async get(siteId) {
      const named = ({ all }: Known) => all.find((each) => each.id === siteId);
      // Ids come from our own rows: one we do not know is younger than what is kept.
      const site = named(await known()) ?? named(await load());
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

/** One site as it is stored at this moment. */
export const findStoredSite = (db: Database, siteId: string): Promise<Site | undefined> => loadSite(db, siteId);

interface Known {
  all: Site[];
  /** Those that pages may talk to. */
  answering: Site[];
}

/** One query after the other, so that a reader takes one connection. */
async function readKnown(db: Database, appUrl: string): Promise<Known> {
  const all = (await loadSites(db)).map((site) => settle(site, appUrl));
  const voided = await listVoided(db);
  return { all, answering: all.filter(({ id }) => !voided.has(id)) };
}

/** Every site as it is stored at this moment. */
export const listSites = (db: Database): Promise<Site[]> => loadSites(db);

/**
 * A site as this process uses it: what is said of our own origin is said of this one, and of addresses only those are
 * there that may be shown to browsers. They were checked when they were saved; what else may lie in the database is not
 * believed.
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
  branding: { ...site.branding, logo: onlySafe(site.branding.logo) },
});

const onlySafe = (address: string | null): string | null =>
  address !== null && (isHttpAddress(address) || isRelativePath(address)) ? address : null;
