import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { CheckoutTables } from '../checkouts/checkouts.store.ts';
import type { PlanTables } from '../plans.store.ts';

const tables = (db: Database) => db.withTables<PlanTables & CheckoutTables>();

/** Plans that were bought. */
const bought = (db: Database) =>
  tables(db).selectFrom('plan_connection as c').innerJoin('plan_checkout as k', 'k.id', 'c.checkout_id');

/** How old the last answer about a subscription may be. In seconds, and hours for one with which all is well. */
const askedAgain = { seconds: 60, hours: 24 };

/**
 * Subscriptions the provider should be asked about: something was due, money is missing, or it has been long.
 *
 * @param live of the provider that is to be asked: it does not know the others
 */
export async function listDueSubscriptions(db: Database, live: boolean): Promise<string[]> {
  const found = await bought(db)
    .select('c.subscription_id')
    .where('c.subscription_id', 'is not', null)
    .where('k.live', '=', live)
    .where('c.status', '<>', 'CANCELED')
    .where('c.asked_at', '<', sql<Date>`now() - make_interval(secs => ${askedAgain.seconds})`)
    .where(
      sql<boolean>`(coalesce(c.next_billing_at, c.cancel_at) < now()
        or c.status in ('REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION')
        or c.asked_at < now() - make_interval(hours => ${askedAgain.hours}))`,
    )
    .orderBy('c.asked_at')
    .limit(100)
    .execute();
  return found.map((row) => row.subscription_id!);
}

/** Notes that the provider has been asked, so that the next round begins with those that wait longest. */
export async function noteAsked(db: Database, subscriptionId: string): Promise<void> {
  await tables(db)
    .updateTable('plan_connection')
    .set({ asked_at: sql<Date>`now()` })
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/** Subscriptions that still run at the provider although the plan has been ended here. @param live as above */
export async function listOrphans(db: Database, live: boolean): Promise<string[]> {
  const found = await bought(db)
    .select('c.subscription_id')
    .where('c.subscription_id', 'is not', null)
    .where('k.live', '=', live)
    .where('c.closed_at', '<', sql<Date>`now() - make_interval(secs => ${askedAgain.seconds})`)
    .where('c.subscription_status', 'not in', ['canceled', 'incomplete_expired'])
    .limit(100)
    .execute();
  return found.map((row) => row.subscription_id!);
}

/** What members of a site have bought and not lost yet, with real money or with test cards. */
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

/** Plans bought for a time that is over. */
export const listEnded = (db: Database): Promise<{ id: string }[]> =>
  tables(db)
    .selectFrom('plan_connection')
    .select('id')
    .where('ends_at', '<', sql<Date>`now()`)
    .where('closed_at', 'is', null)
    .limit(100)
    .execute();
