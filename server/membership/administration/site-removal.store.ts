import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** Counts of what a site's removal deletes, for staff to confirm. */
export interface SiteHoldings {
  members: number;
  teams: number;
  secretKeys: number;
  webhooks: number;
}

/** Counts what a site's removal deletes. */
export async function countHoldings(db: Database, siteId: string): Promise<SiteHoldings> {
  const { rows } = await sql<SiteHoldings>`
    select (select count(*) from member where site_id = ${siteId})::int as "members",
      (select count(*) from team where site_id = ${siteId})::int as "teams",
      (select count(*) from secret_key where site_id = ${siteId} and revoked_at is null)::int as "secretKeys",
      (select count(*) from site_event_endpoint where site_id = ${siteId})::int as "webhooks"`.execute(db);
  return rows[0]!;
}

/** Unsettled money, which blocks the removal of a site. */
export interface MoneyUnderWay {
  /** Checkouts that can still be paid, or whose payment or refund is pending, or a matter that staff decide. */
  checkouts: number;
  /** Subscriptions the card provider goes on charging. */
  subscriptions: number;
  /** Plans bought once with real money that have not ended. */
  purchases: number;
}

/** Counts a site's unsettled money. */
export async function countMoneyUnderWay(db: Database, siteId: string): Promise<MoneyUnderWay> {
  const { rows } = await sql<MoneyUnderWay>`
    select
      (select count(*) from plan_checkout
        where site_id = ${siteId} and (state in ('open', 'processing', 'returning') or state = 'review' and exists
          (select from review_item r where r.subject = plan_checkout.id and r.resolved_at is null)))::int as "checkouts",
      (select count(*) from plan_connection c join plan_checkout k on k.id = c.checkout_id
        where k.site_id = ${siteId} and c.subscription_id is not null
          and coalesce(c.subscription_status, '') not in ('canceled', 'incomplete_expired'))::int as "subscriptions",
      (select count(*) from plan_connection c join plan_checkout k on k.id = c.checkout_id
        where k.site_id = ${siteId} and k.live and c.subscription_id is null and c.status <> 'CANCELED')::int
        as "purchases"`.execute(db);
  return rows[0]!;
}

/** Locks the site's row, so that sign-ups, whose foreign key needs it, wait for the commit. @returns whether there is such a site */
export async function lockSite(tx: Transaction, siteId: string): Promise<boolean> {
  const { rows } = await sql`select id from site where id = ${siteId} for update`.execute(tx);
  return rows.length > 0;
}

/** Members one statement deletes with all that references them, well within the statement timeout of 5 seconds. */
const deletedAtOnce = 1_000;

/** A batch of deleted members. */
export interface Portion {
  memberIds: string[];
  /** Current and former e-mail addresses of the members. */
  addresses: string[];
  isLast: boolean;
}

/** Deletes a batch of a site's members, locked by id, as others lock several. Before the site: the foreign key on plans restricts their deletion. */
export async function deleteSomeMembers(tx: Transaction, siteId: string): Promise<Portion> {
  const { rows } = await sql<Omit<Portion, 'isLast'>>`
    with chosen as (
      select id from member where site_id = ${siteId} order by id limit ${deletedAtOnce} for update),
    gone as (delete from member where id in (select id from chosen) returning id, email)
    select array(select id from gone) as "memberIds",
      array(select email from gone
        union select f.email from former_address f join gone on gone.id = f.member_id) as addresses`.execute(tx);
  const gone = rows[0]!;
  return { ...gone, isLast: gone.memberIds.length < deletedAtOnce };
}

/** Deletes a site without members, and by foreign keys all its rows. */
export async function deleteSite(tx: Transaction, siteId: string): Promise<void> {
  await sql`delete from site where id = ${siteId}`.execute(tx);
}
