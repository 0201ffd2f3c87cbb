import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SiteTables } from './site-tables.ts';
import type { Site, SitePrice } from './site.ts';
import { SiteSettings } from './site-settings.ts';

/** All sites with their plans and prices. They are few, and kept in memory. */
export const loadSites = (db: Database): Promise<Site[]> => selectSites(db, undefined);

/** Ids of void sites, which answer no request: seeded for demonstration, in a database now in production. */
export async function listVoided(db: Database): Promise<Set<string>> {
  const rows = await db
    .withTables<SiteTables>()
    .selectFrom('site')
    .select('id')
    .where('voided_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** One site, read from the database. */
export const loadSite = async (db: Database, siteId: string): Promise<Site | undefined> =>
  (await selectSites(db, siteId))[0];

/** Sequential queries: one connection, since waiting for a second one could deadlock the pool. */
async function selectSites(db: Database, siteId: string | undefined): Promise<Site[]> {
  const tables = db.withTables<SiteTables>();
  const isWanted = (column: string) =>
    sql<boolean>`(${siteId ?? null}::text is null or ${sql.ref(column)} = ${siteId})`;
  const sites = await tables
    .selectFrom('site')
    .select(['id', 'public_key', 'name', 'mode', 'settings'])
    .where(isWanted('id'))
    .orderBy('id')
    .execute();
  const plans = await tables
    .selectFrom('plan')
    .selectAll()
    .where(isWanted('site_id'))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const prices = await tables
    .selectFrom('price')
    .innerJoin('plan', 'plan.id', 'price.plan_id')
    .selectAll('price')
    // Qualified: a price gets the column too, and this release then runs beside the next one's schema.
    .where(isWanted('plan.site_id'))
    .orderBy('price.position')
    .orderBy('price.id')
    .execute();
  return sites.map((site) => ({
    // A setting that was added after the site was stored has its default.
    ...defaultSettings,
    ...site.settings,
    branding: withYoungerSettings(site.settings.branding),
    id: site.id,
    publicKey: site.public_key,
    name: site.name,
    mode: site.mode,
    plans: plans
      .filter((plan) => plan.site_id === site.id)
      .map((plan) => ({ ...toPlan(plan), prices: prices.filter((price) => price.plan_id === plan.id).map(toPrice) })),
  }));
}

const defaultSettings = SiteSettings.parse({});

/** The same one level down. */
const withYoungerSettings = (
  branding: SiteSettings['branding'] = defaultSettings.branding,
): SiteSettings['branding'] => ({
  ...defaultSettings.branding,
  ...branding,
  colors: { ...defaultSettings.branding.colors, ...branding.colors },
});

const toPlan = ({ id, name, description, priority, status, redirects, rules }: SiteTables['plan']) => ({
  id,
  name,
  description,
  priority,
  status,
  redirects,
  rules,
});

const toPrice = (price: SiteTables['price']): SitePrice => ({
  id: price.id,
  name: price.name,
  type: price.type,
  status: price.status,
  amountCents: price.amount_cents,
  currency: price.currency,
  intervalType: price.interval_type,
  intervalCount: price.interval_count,
  rules: price.rules,
});
