import type { Pool } from './platform/database/database.ts';

/**
 * Tables without the site's id, each with the reason (decision 0061). A new one without a reason fails
 * `site-keys.test.ts`: a row that belongs to a site names it, and refers to rows of that site alone.
 */
export const withoutSite: Readonly<Record<string, string>> = {
  // Of one site alone, the portal's: `app_enrolment`.
  cancelled_run: 'the portal’s',
  cohort: 'the portal’s',
  cohort_mail: 'the portal’s',
  content_piece: 'the portal’s',
  content_publication: 'the portal’s',
  eligibility_check: 'the portal’s',
  consultation: 'the portal’s',
  enquiry: 'the portal’s',
  enquiry_entry: 'the portal’s',
  enrolment_order: 'the portal’s',
  lead: 'the portal’s',
  lead_link: 'the portal’s',
  move_choice: 'the portal’s',
  moved_run: 'the portal’s',
  order_note: 'the portal’s',
  payment: 'the portal’s',
  refund: 'the portal’s',
  run_choice: 'the portal’s',
  refund_settlement: 'the portal’s',
  reply_draft: 'the portal’s',
  reply_text: 'the portal’s',
  seat_claim: 'the portal’s',
  webinar: 'the portal’s',
  webinar_attendee: 'the portal’s',
  webinar_recording: 'the portal’s',
  webinar_registration: 'the portal’s',
  // Of a site, found through a row that names it.
  authenticator_app: 'through its member; staff belong to no site',
  comment: 'through its channel',
  comment_subscription: 'through its channel',
  comment_typing: 'through its channel',
  comment_vote: 'through its comment',
  connect_ticket: 'through its session; lasts a minute',
  import_part: 'through its import; one whose site is gone waits for its file to be deleted',
  member_device: 'through its member',
  member_json: 'through its member',
  passkey: 'through its member; staff belong to no site',
  plan_payment: 'through its checkout',
  price: 'through its plan; the release after gives it one (decision 0061)',
  recovery_code: 'through its member; staff belong to no site',
  second_factor_challenge: 'through its member; lasts five minutes',
  stored_file: 'through its member; one that is replaced has none any more',
  team_bar: 'through its team',
  verification_link: 'through its member',
  // Of a cell, whatever sites it has.
  card_comparison: 'of the account at the card provider, which sites share',
  mailbox_mail: 'a mailbox has one budget for all sites',
  provider_event: 'of the account at the card provider, which sites share',
  page_count_folding: 'one day for the counts of all sites',
  rate_limit: 'counts by client address, over all sites',
  review_item: 'for the staff of the product',
  site: 'it is the site',
  staff: 'of the product; a scope names sites',
  staff_invitation: 'through its person on the staff',
  staff_session: 'through its person on the staff',
  // Of an installation.
  card_sandbox_fault: 'development alone',
  card_sandbox_idempotency: 'development alone',
  card_sandbox_object: 'development alone',
  card_sandbox_task: 'development alone',
  development_mail: 'development alone',
  development_secret: 'development alone',
  openid_stand_in: 'development alone',
  kysely_migration: 'the schema’s history',
  kysely_migration_lock: 'the schema’s history',
};

/** What a distributed PostgreSQL such as Citus could not keep with the site's id as distribution column. */
export interface SiteKeys {
  /** Tables without `site_id`. */
  tables: string[];
  /** Primary keys and unique indexes of tables with it, that do not contain it, with their columns. */
  keys: string[];
  /** Foreign keys that do not contain it, unless another one of the same columns does. */
  references: string[];
}

/** Reads from the catalogue what does not contain the site's id. The queue's tables are not ours to change. */
export async function readSiteKeys(pool: Pick<Pool, 'query'>): Promise<SiteKeys> {
  const names = async (statement: string) =>
    (await pool.query<{ name: string }>(statement)).rows.map(({ name }) => name);
  const hasSite = (relation: string) =>
    `exists (select from pg_attribute where attrelid = ${relation} and attname = 'site_id' and not attisdropped)`;
  const columns = (relation: string, numbers: string) =>
    `(select array_agg(attname::text order by array_position(${numbers}, attnum)) from pg_attribute
      where attrelid = ${relation} and attnum = any(${numbers}))`;
  return {
    tables: await names(`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not ${hasSite('pg_class.oid')} order by 1`),
    keys: await names(`
      select i.indrelid::regclass || ' (' || array_to_string(keyed.columns, ', ') || ')' as name
      from pg_index i join pg_class c on c.oid = i.indexrelid,
        lateral (select ${columns('i.indrelid', 'i.indkey::int2[]')} as columns) keyed
      where i.indisunique and c.relnamespace = 'public'::regnamespace and ${hasSite('i.indrelid')}
        and not keyed.columns @> '{site_id}' order by 1`),
    references: await names(`
      select f.conrelid::regclass || ' (' || array_to_string(own.columns, ', ') || ') → ' || f.confrelid::regclass as name
      from pg_constraint f, lateral (select ${columns('f.conrelid', 'f.conkey')} as columns) own
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.confrelid <> 'site'::regclass
        and not own.columns @> '{site_id}' and not exists (
          select from pg_constraint wider, lateral (select ${columns('wider.conrelid', 'wider.conkey')} as columns) its
          where wider.conrelid = f.conrelid and wider.contype = 'f' and wider.confrelid = f.confrelid
            and its.columns @> own.columns and its.columns @> '{site_id}')
      order by 1`),
  };
}
