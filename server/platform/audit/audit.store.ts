import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';

/** The audit trail's table, for statements about it. */
export type AuditTables = {
  audit_entry: {
    id: Generated<string>;
    site_id: string | null;
    partner: string | null;
    staff_id: string | null;
    actor: string;
    action: string;
    subject: string;
    note: Generated<string>;
    reason: string | null;
    created_at: Generated<Date>;
  };
};

/** An entry as it is stored. */
export interface StoredEntry {
  siteId: string | null;
  partner: string | null;
  staffId: string | null;
  actor: string;
  action: string;
  subject: string;
  note: string;
  reason: string | null;
}

/** Adds an entry. */
export async function insertEntry(tx: Transaction, { siteId, staffId, ...entry }: StoredEntry): Promise<void> {
  await tx
    .withTables<AuditTables>()
    .insertInto('audit_entry')
    .values({ site_id: siteId, staff_id: staffId, ...entry })
    .execute();
}

/** A site's entries, the newest first. */
export const selectEntries = (db: Database, siteId: string, limit: number) =>
  db
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'subject', 'note', 'created_at as at'])
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** A site's entries about one thing, the newest first. @param of.partners whose are read, beside those of no partner */
export const selectEntriesAbout = (
  db: Database,
  {
    siteId,
    partners,
    subject,
    limit,
  }: { siteId: string; partners: 'all' | readonly string[]; subject: string; limit: number },
) =>
  db
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select([sql<string>`id::text`.as('id'), 'actor', 'action', 'note', 'reason', 'created_at as at'])
    .where('subject', '=', subject)
    .where('site_id', '=', siteId)
    .$if(partners !== 'all', (entries) =>
      entries.where(sql<boolean>`(partner is null or partner = any(${partners}::text[]))`),
    )
    .orderBy('audit_entry.id', 'desc')
    .limit(limit)
    .execute();

/** Entries that one statement looks at. */
const forgottenAtOnce = 1_000;

/**
 * Deletes some of the oldest entries of all sites, by the function of the owner that alone may: the product's account
 * has no right to.
 *
 * @param days they are kept, 90 at least
 * @returns whether there may be more
 */
export async function forgetEntries(db: Database, days: number): Promise<boolean> {
  const { rows } = await sql<{ forgotten: number }>`
    select forget_audit_entries(${days}, ${sql.lit(forgottenAtOnce)}) as forgotten`.execute(db);
  return rows[0]!.forgotten === forgottenAtOnce;
}
