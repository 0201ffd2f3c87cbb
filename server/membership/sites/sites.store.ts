import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PlanRedirects, PlanRules, PriceRules, Site, SitePlan, SitePrice } from './site.ts';
import type { SiteSettings } from './site-settings.ts';

type Tables = {
  site: { id: string; public_key: string; name: string; mode: Site['mode']; settings: SiteSettings };
  plan: {
    id: string;
    site_id: string;
    name: string;
    description: string | null;
    priority: number | null;
    status: SitePlan['status'];
    redirects: PlanRedirects;
    rules: PlanRules;
  };
  price: {
    id: string;
    plan_id: string;
    name: string;
    type: SitePrice['type'];
    status: SitePrice['status'];
    amount_cents: number;
    currency: string;
    interval_type: string | null;
    interval_count: number | null;
    rules: PriceRules;
  };
};

/** All sites with their plans and prices. There are few, and every request needs one. */
export async function loadSites(db: Database): Promise<Site[]> {
  const tables = db.withTables<Tables>();
  const [sites, plans, prices] = await Promise.all([
    tables.selectFrom('site').select(['id', 'public_key', 'name', 'mode', 'settings']).orderBy('id').execute(),
    tables.selectFrom('plan').selectAll().orderBy('priority').orderBy('id').execute(),
    tables.selectFrom('price').selectAll().orderBy('amount_cents').orderBy('id').execute(),
  ]);
  return sites.map((site) => ({
    ...site.settings,
    id: site.id,
    publicKey: site.public_key,
    name: site.name,
    mode: site.mode,
    plans: plans
      .filter((plan) => plan.site_id === site.id)
      .map((plan) => ({ ...toPlan(plan), prices: prices.filter((price) => price.plan_id === plan.id).map(toPrice) })),
  }));
}

const toPlan = ({ id, name, description, priority, status, redirects, rules }: Tables['plan']) => ({
  id,
  name,
  description,
  priority,
  status,
  redirects,
  rules,
});

const toPrice = (price: Tables['price']): SitePrice => ({
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

/** Writes a site as it is declared. Rows that are there already take the declared values; none is removed. */
export async function saveSite(tx: Database, { id, publicKey, name, mode, plans, ...settings }: Site): Promise<void> {
  const tables = tx.withTables<Tables>();
  const declared = { public_key: publicKey, name, mode, settings: json(settings) };
  await tables
    .insertInto('site')
    .values({ id, ...declared })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(declared))
    .execute();
  for (const plan of plans) await savePlan(tx, id, plan);
}

async function savePlan(
  tx: Database,
  siteId: string,
  { id, prices, redirects, rules, ...plan }: SitePlan,
): Promise<void> {
  const tables = tx.withTables<Tables>();
  const declared = { site_id: siteId, ...plan, redirects: json(redirects), rules: json(rules) };
  await tables
    .insertInto('plan')
    .values({ id, ...declared })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(declared))
    .execute();
  for (const price of prices) {
    const row = {
      plan_id: id,
      name: price.name,
      type: price.type,
      status: price.status,
      amount_cents: price.amountCents,
      currency: price.currency,
      interval_type: price.intervalType,
      interval_count: price.intervalCount,
      rules: json(price.rules),
    };
    await tables
      .insertInto('price')
      .values({ id: price.id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}

const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`;
