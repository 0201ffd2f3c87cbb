import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  secret_key: {
    id: string;
    site_id: string;
    label: string;
    key_hash: Buffer;
    created_at: Generated<Date>;
    last_used_at: Generated<Date | null>;
    revoked_at: Generated<Date | null>;
  };
};

export async function insertKey(
  tx: Transaction,
  { id, siteId, label, hash }: { id: string; siteId: string; label: string; hash: Buffer },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('secret_key')
    .values({ id, site_id: siteId, label, key_hash: hash })
    .execute();
}

/** The oldest first. */
export const selectKeys = (db: Database, siteId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('secret_key')
    .select(['id', 'label', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'])
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findLiveKey = (db: Database, hash: Buffer) =>
  db
    .withTables<Tables>()
    .selectFrom('secret_key')
    .select(['id', 'site_id as siteId', 'label'])
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** Once a minute is enough to see which keys are in use, and spares every request a write. */
export async function noteUse(db: Database, id: string): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('secret_key')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute();
}

/** @returns whether the site had such a key that worked */
export async function endKey(tx: Transaction, siteId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<Tables>()
    .updateTable('secret_key')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
