import type { Generated } from 'kysely';
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

export interface NewEntry {
  siteId: string;
  actor: string;
  action: string;
  subject: string;
  note: string;
}

export async function insertEntry(tx: Transaction, { siteId, ...entry }: NewEntry): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('audit_entry')
    .values({ site_id: siteId, ...entry })
    .execute();
}

/** The newest first. */
export const selectEntries = (db: Database, siteId: string, limit: number) =>
  db
    .withTables<Tables>()
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'subject', 'note', 'created_at as at'])
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
