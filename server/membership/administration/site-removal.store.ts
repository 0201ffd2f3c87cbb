import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** What a site has, for staff to see what a removal takes away. */
export interface SiteHoldings {
  members: number;
  teams: number;
  secretKeys: number;
  webhooks: number;
}

export async function countHoldings(db: Database, siteId: string): Promise<SiteHoldings> {
  const { rows } = await sql<SiteHoldings>`
    select (select count(*) from member where site_id = ${siteId})::int as "members",
      (select count(*) from team where site_id = ${siteId})::int as "teams",
      (select count(*) from secret_key where site_id = ${siteId} and revoked_at is null)::int as "secretKeys",
      (select count(*) from site_event_endpoint where site_id = ${siteId})::int as "webhooks"`.execute(db);
  return rows[0]!;
}

/** What must be settled before a site can go. */
export interface MoneyUnderWay {
  /** Checkouts that can still be paid, or whose money is on its way somewhere. */
  checkouts: number;
  /** Subscriptions the card provider goes on charging. */
  subscriptions: number;
  /** Plans bought once with real money that have not ended. */
  purchases: number;
}

export async function countMoneyUnderWay(db: Database, siteId: string): Promise<MoneyUnderWay> {
  const { rows } = await sql<MoneyUnderWay>`
    select
      (select count(*) from plan_checkout
        where site_id = ${siteId} and state in ('open', 'processing', 'returning', 'review'))::int as "checkouts",
      (select count(*) from plan_connection c join plan_checkout k on k.id = c.checkout_id
        where k.site_id = ${siteId} and c.subscription_id is not null
          and coalesce(c.subscription_status, '') not in ('canceled', 'incomplete_expired'))::int as "subscriptions",
      (select count(*) from plan_connection c join plan_checkout k on k.id = c.checkout_id
        where k.site_id = ${siteId} and k.live and c.subscription_id is null and c.status <> 'CANCELED')::int
        as "purchases"`.execute(db);
  return rows[0]!;
}

/** Keeps members from joining until the transaction ends. @returns whether there is such a site */
export async function lockSite(tx: Transaction, siteId: string): Promise<boolean> {
  const { rows } = await sql`select id from site where id = ${siteId} for update`.execute(tx);
  return rows.length > 0;
}

/** Members that one statement deletes, with all that refers to them, well within its 5 seconds. */
const deletedAtOnce = 1_000;

/** Members of a site that have just been deleted. */
export interface Portion {
  /** Every mailbox that mails about them may have gone to. */
  emails: string[];
  isLast: boolean;
}

/** Deletes a portion of a site's members, before the site: a plan cannot go while one of them has it. */
export async function deleteSomeMembers(tx: Transaction, siteId: string): Promise<Portion> {
  const { rows } = await sql<{ emails: string[]; members: number }>`
    with gone as (
      delete from member where id in (select id from member where site_id = ${siteId} limit ${deletedAtOnce})
      returning id, email, pending_email)
    select count(*)::int as members,
      array(select email from gone union select pending_email from gone where pending_email is not null
        union select f.email from former_address f join gone on gone.id = f.member_id) as emails
    from gone`.execute(tx);
  const { emails, members } = rows[0]!;
  return { emails, isLast: members < deletedAtOnce };
}

export async function deleteSite(tx: Transaction, siteId: string): Promise<void> {
  await sql`delete from site where id = ${siteId}`.execute(tx);
}
