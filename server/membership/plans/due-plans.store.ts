import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PlanTables } from './plans.store.ts';

const tables = (db: Database) => db.withTables<PlanTables>();

/** How old the last answer about a subscription may be. In seconds, and hours for one with which all is well. */
const askedAgain = { seconds: 60, hours: 24 };

/** Subscriptions the provider should be asked about: something was due, money is missing, or it has been long. */
export async function listDueSubscriptions(db: Database): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('plan_connection')
    .select('subscription_id')
    .where('subscription_id', 'is not', null)
    .where('status', '<>', 'CANCELED')
    .where('asked_at', '<', sql<Date>`now() - make_interval(secs => ${askedAgain.seconds})`)
    .where(
      sql<boolean>`(coalesce(next_billing_at, cancel_at) < now() or status in ('REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION')
        or asked_at < now() - make_interval(hours => ${askedAgain.hours}))`,
    )
    .orderBy('asked_at')
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

/** Subscriptions that still run at the provider although the plan has been ended here. */
export async function listOrphans(db: Database): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('plan_connection')
    .select('subscription_id')
    .where('subscription_id', 'is not', null)
    .where('closed_at', '<', sql<Date>`now() - make_interval(secs => ${askedAgain.seconds})`)
    .where('subscription_status', 'not in', ['canceled', 'incomplete_expired'])
    .limit(100)
    .execute();
  return found.map((row) => row.subscription_id!);
}

/** Plans bought for a time that is over. */
export const listEnded = (db: Database): Promise<{ id: string }[]> =>
  tables(db)
    .selectFrom('plan_connection')
    .select('id')
    .where('ends_at', '<', sql<Date>`now()`)
    .where('closed_at', 'is', null)
    .limit(100)
    .execute();
