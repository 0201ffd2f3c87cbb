import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  audit_entry: {
    id: Generated<string>;
    site_id: string;
    actor: string;
    action: string;
    subject: string;
    note: string;
    created_at: Generated<Date>;
  };
};

/** An entry of the audit trail to add. */
export interface NewEntry {
  siteId: string;
  actor: string;
  action: string;
  subject: string;
  note: string;
}

/** Adds an entry. */
export async function insertEntry(tx: Transaction, { siteId, ...entry }: NewEntry): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('audit_entry')
    .values({ site_id: siteId, ...entry })
    .execute();
}

/** A site's entries, the newest first. */
export const selectEntries = (db: Database, siteId: string, limit: number) =>
  db
    .withTables<Tables>()
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'subject', 'note', 'created_at as at'])
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
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
