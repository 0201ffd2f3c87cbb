import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { SiteTables } from '../../sites/site-tables.ts';
import { awaitedStates } from '../checkouts/checkout-states.ts';
import type { CheckoutTables } from '../checkouts/checkouts.store.ts';
import type { PlanTables } from '../plans.store.ts';

const tables = (db: Database) => db.withTables<PlanTables & CheckoutTables>();

/** Connections of plans that were bought, with their checkouts. */
const bought = (db: Database) =>
  tables(db).selectFrom('plan_connection as c').innerJoin('plan_checkout as k', 'k.id', 'c.checkout_id');

/** Age of the last answer before a subscription is polled again: seconds where something is due, hours otherwise. */
const askedAgain = { seconds: 60, hours: 24 };

/** Of either kind at once. */
const listedAtOnce = 100;

/**
 * Subscriptions to poll at the provider: a date has passed, a payment is missing, or the last answer is old. Each has
 * an index of its own, whose condition it repeats word for word: one list with `or` would read all subscriptions.
 * Those that have not been polled since their date are a list of their own: a hundred that stay overdue after each poll
 * would keep them waiting (starvation).
 *
 * @param live mode of the provider's key: it does not know subscriptions of the other mode
 */
export async function listDueSubscriptions(db: Database, live: boolean): Promise<string[]> {
  const running = sql`from plan_connection c join plan_checkout k on k.id = c.checkout_id
    where c.subscription_id is not null and c.status <> 'CANCELED' and k.live = ${live}
      and c.asked_at < now() - make_interval(secs => ${sql.lit(askedAgain.seconds)})`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select c.subscription_id as id, c.asked_at ${running}
        and coalesce(c.next_billing_at, c.cancel_at) < now() and c.asked_at < coalesce(c.next_billing_at, c.cancel_at)
        order by coalesce(c.next_billing_at, c.cancel_at) limit ${sql.lit(listedAtOnce)})
      union
      (select c.subscription_id, c.asked_at ${running}
        and coalesce(c.next_billing_at, c.cancel_at) < now()
        order by coalesce(c.next_billing_at, c.cancel_at) limit ${sql.lit(listedAtOnce)})
      union
      (select c.subscription_id, c.asked_at ${running}
        and c.status in ('REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION')
        order by c.asked_at limit ${sql.lit(listedAtOnce)})
      union
      (select c.subscription_id, c.asked_at ${running}
        and c.asked_at < now() - make_interval(hours => ${sql.lit(askedAgain.hours)})
        order by c.asked_at limit ${sql.lit(listedAtOnce)})
    ) as due
    order by asked_at limit ${sql.lit(listedAtOnce)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records the poll, so that the next round begins with the oldest. */
export async function noteAsked(db: Database, subscriptionId: string): Promise<void> {
  await tables(db)
    .updateTable('plan_connection')
    .set({ asked_at: sql<Date>`now()` })
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/** Orphaned subscriptions: they still run at the provider although their plan has ended here. @param live as above */
export async function listOrphans(db: Database, live: boolean): Promise<string[]> {
  const found = await bought(db)
    .select('c.subscription_id')
    .where('c.subscription_id', 'is not', null)
    .where('k.live', '=', live)
    .where('c.closed_at', '<', sql<Date>`now() - make_interval(secs => ${askedAgain.seconds})`)
    // Literals, in the words of the index `plan_connection_orphan`.
    .where(sql<boolean>`c.subscription_status not in ('canceled', 'incomplete_expired')`)
    .orderBy('c.closed_at')
    .limit(listedAtOnce)
    .execute();
  return found.map((row) => row.subscription_id!);
}

/** Purchases of a site's members that have not ended, in live or in test mode. */
export const listPurchases = (
  db: Database,
  { siteId, live }: { siteId: string; live: boolean },
): Promise<{ id: string }[]> =>
  bought(db)
    .select('c.id')
    .where('k.site_id', '=', siteId)
    .where('k.live', '=', live)
    .where('c.status', '<>', 'CANCELED')
    .execute();

/**
 * Live sites that still have test purchases: a checkout that may yet be paid, or a plan that was bought and runs. One
 * statement, because a round of reconciliation would otherwise ask twice for every live site.
 */
export async function listLiveSitesWithTests(db: Database): Promise<string[]> {
  const found = await db
    .withTables<SiteTables & PlanTables & CheckoutTables>()
    .selectFrom('site as s')
    .select('s.id')
    .where('s.mode', '=', 'live')
    .where(({ or, exists, selectFrom }) => {
      const ofSite = selectFrom('plan_checkout as k')
        .select('k.id')
        .whereRef('k.site_id', '=', 's.id')
        .where('k.live', '=', false);
      const running = ofSite
        .innerJoin('plan_connection as c', 'c.checkout_id', 'k.id')
        .where('c.status', '<>', 'CANCELED');
      return or([exists(ofSite.where('k.state', 'in', awaitedStates)), exists(running)]);
    })
    .execute();
  return found.map(({ id }) => id);
}

/** Plans bought for a time that has passed. */
export const listEnded = (db: Database): Promise<{ id: string }[]> =>
  tables(db)
    .selectFrom('plan_connection')
    .select('id')
    .where('ends_at', '<', sql<Date>`now()`)
    .where('closed_at', 'is', null)
    .orderBy('ends_at')
    .limit(listedAtOnce)
    .execute();
