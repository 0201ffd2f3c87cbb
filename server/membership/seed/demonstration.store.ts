import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  site: { id: string; demonstration: Generated<boolean>; voided_at: Generated<Date | null> };
  member: {
    id: string;
    site_id: string;
    email: string;
    password_hash: string | null;
    demonstration: Generated<boolean>;
    voided_at: Generated<Date | null>;
  };
  session: { member_id: string };
  secret_key: { id: string; site_id: string; revoked_at: Generated<Date | null> };
};

/** Marks a member as seeded for demonstration. */
export async function markDemonstration(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().updateTable('member').set({ demonstration: true }).where('id', '=', memberId).execute();
}

/** Counts of seeded rows that were usable until now. */
export interface Voided {
  sites: number;
  members: number;
  secretKeys: { id: string; siteId: string }[];
}

/** Revokes sessions, passwords and secret keys of everything seeded for demonstration. Idempotent. */
export async function voidSeeded(tx: Transaction): Promise<Voided> {
  const tables = tx.withTables<Tables>();
  const members = await tables
    .updateTable('member')
    .set({ password_hash: null, voided_at: sql<Date>`now()` })
    .where('demonstration', '=', true)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  await tables
    .deleteFrom('session')
    .where('member_id', 'in', (query) => query.selectFrom('member').select('id').where('demonstration', '=', true))
    .execute();
  const sites = await tables
    .updateTable('site')
    .set({ voided_at: sql<Date>`now()` })
    .where('demonstration', '=', true)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  const secretKeys = await tables
    .updateTable('secret_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('site_id', 'in', (query) => query.selectFrom('site').select('id').where('demonstration', '=', true))
    .where('revoked_at', 'is', null)
    .returning(['id', 'site_id as siteId'])
    .execute();
  return {
    members: Number(members.numUpdatedRows),
    sites: Number(sites.numUpdatedRows),
    secretKeys,
  };
}

/** Seeded members that can log in, as `site address`. */
export async function listUsable(db: Database): Promise<Set<string>> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('member')
    .select(['site_id', 'email'])
    .where('demonstration', '=', true)
    .where('voided_at', 'is', null)
    .execute();
  return new Set(rows.map(({ site_id, email }) => `${site_id} ${email}`));
}
