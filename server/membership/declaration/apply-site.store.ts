import { sql } from 'kysely';
import { isReferenced, type Database, type Transaction } from '../../platform/database/database.ts';
import type { Site, SitePlan, SitePrice } from '../sites/site.ts';
import type { SiteTables } from '../sites/site-tables.ts';

/** Advisory lock that serialises changes of all sites: ids and public keys are unique across sites, and rows not there yet cannot be locked. */
export const lockSites = (tx: Transaction): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('sites', 0))`.execute(tx);

/** Digest of the shipped file that was last applied to the site. */
export async function findShippedDigest(db: Database, siteId: string): Promise<string | null> {
  const row = await db
    .withTables<SiteTables>()
    .selectFrom('site')
    .select('shipped_digest')
    .where('id', '=', siteId)
    .executeTakeFirst();
  return row?.shipped_digest ?? null;
}

/** Records the shipped file a site was taken from. */
export async function saveShipped(
  tx: Transaction,
  siteId: string,
  { digest, isDemonstration }: { digest: string; isDemonstration: boolean },
): Promise<void> {
  await tx
    .withTables<SiteTables>()
    .updateTable('site')
    .set({ shipped_digest: digest, demonstration: isDemonstration })
    .where('id', '=', siteId)
    .execute();
}

/** Public key, plan ids and price ids that another site has. */
export async function findTaken(
  db: Database,
  { id, publicKey, plans }: Pick<Site, 'id' | 'publicKey' | 'plans'>,
): Promise<Set<string>> {
  const tables = db.withTables<SiteTables>();
  const planIds = plans.map((plan) => plan.id);
  const priceIds = plans.flatMap(({ prices }) => prices.map((price) => price.id));
  const found = await Promise.all([
    tables
      .selectFrom('site')
      .select('public_key as name')
      .where('public_key', '=', publicKey)
      .where('id', '<>', id)
      .execute(),
    tables
      .selectFrom('plan')
      .select('id as name')
      .where(sql<boolean>`id = any (${planIds}::text[])`)
      .where('site_id', '<>', id)
      .execute(),
    tables
      .selectFrom('price')
      .innerJoin('plan', 'plan.id', 'plan_id')
      .select('price.id as name')
      .where(sql<boolean>`price.id = any (${priceIds}::text[])`)
      // Qualified: a price gets the column too, and this release then runs beside the next one's schema.
      .where('plan.site_id', '<>', id)
      .execute(),
  ]);
  return new Set(found.flat().map(({ name }) => name));
}

/** Writes a site with its plans and prices (upsert). Plans and prices that are not named stay as they are. */
export async function saveSite(
  tx: Transaction,
  { id, publicKey, name, mode, plans, ...settings }: Site,
): Promise<void> {
  const declared = { public_key: publicKey, name, mode, settings: json(settings) };
  await tx
    .withTables<SiteTables>()
    .insertInto('site')
    .values({ id, ...declared })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(declared))
    .execute();
  for (const [position, plan] of plans.entries()) await savePlan(tx, id, { ...plan, position });
}

type Placed<T> = T & { position: number };

async function savePlan(tx: Transaction, siteId: string, plan: Placed<SitePlan>): Promise<void> {
  const { id, prices, redirects, rules, ...rest } = plan;
  const declared = { site_id: siteId, ...rest, redirects: json(redirects), rules: json(rules) };
  await tx
    .withTables<SiteTables>()
    .insertInto('plan')
    .values({ id, ...declared })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(declared))
    .execute();
  for (const [at, price] of prices.entries()) await savePrice(tx, id, { ...price, position: at });
}

async function savePrice(tx: Transaction, planId: string, price: Placed<SitePrice>): Promise<void> {
  const row = {
    plan_id: planId,
    name: price.name,
    type: price.type,
    status: price.status,
    amount_cents: price.amountCents,
    currency: price.currency,
    interval_type: price.intervalType,
    interval_count: price.intervalCount,
    rules: json(price.rules),
    position: price.position,
  };
  await tx
    .withTables<SiteTables>()
    .insertInto('price')
    .values({ id: price.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/**
 * Deletes a plan or price; one that a foreign key references becomes INACTIVE instead, closed to new members.
 *
 * @returns whether it was deleted
 */
export async function removeOrRetire(tx: Transaction, table: 'plan' | 'price', id: string): Promise<boolean> {
  await sql`savepoint removal`.execute(tx);
  try {
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx);
    await sql`release savepoint removal`.execute(tx);
    return true;
  } catch (error) {
    if (!isReferenced(error)) throw error;
    await sql`rollback to savepoint removal`.execute(tx);
    await sql`update ${sql.table(table)} set status = 'INACTIVE' where id = ${id}`.execute(tx);
    return false;
  }
}

const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`;
