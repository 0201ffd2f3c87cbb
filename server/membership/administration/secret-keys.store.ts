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
    expires_at: Date | null;
  };
  site: { id: string; voided_at: Generated<Date | null> };
};

export interface NewKey {
  id: string;
  siteId: string;
  label: string;
  hash: Buffer;
  /** Days until it expires, by the database's clock; null for a key that does not expire. */
  days: number | null;
}

/** Stores a key's hash. @returns when it expires */
export async function insertKey(tx: Transaction, { id, siteId, label, hash, days }: NewKey): Promise<Date | null> {
  const { expires_at } = await tx
    .withTables<Tables>()
    .insertInto('secret_key')
    .values({
      id,
      site_id: siteId,
      label,
      key_hash: hash,
      expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** A site's keys, the oldest first. */
export const selectKeys = (db: Database, siteId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('secret_key')
    .select(['id', 'label', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['revoked_at as revokedAt', 'expires_at as expiresAt'])
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Decision 0032: no key of a voided site works, whenever it was made. */
const isLive = sql<boolean>`secret_key.revoked_at is null and coalesce(secret_key.expires_at > now(), true)
  and not exists (select from site where site.id = secret_key.site_id and site.voided_at is not null)`;

/** Whether a site was seeded for demonstration and has been voided by a start in production. */
export async function isVoided(db: Database, siteId: string): Promise<boolean> {
  const site = await db
    .withTables<Tables>()
    .selectFrom('site')
    .select('id')
    .where('id', '=', siteId)
    .where('voided_at', 'is not', null)
    .executeTakeFirst();
  return site !== undefined;
}

/** A key by its hash, expired and revoked ones too, and whether it works. */
export const findKey = (db: Database, hash: Buffer) =>
  db
    .withTables<Tables>()
    .selectFrom('secret_key')
    .select(['id', 'site_id as siteId', 'label', isLive.as('isLive')])
    .where('key_hash', '=', hash)
    .executeTakeFirst();

/** Live keys that expire within so many days. */
export const selectExpiring = (db: Database, days: number) =>
  db
    .withTables<Tables>()
    .selectFrom('secret_key')
    .select(['id', 'site_id as siteId', 'label', 'expires_at as expiresAt'])
    .where(isLive)
    .where('expires_at', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .orderBy('expires_at')
    .execute();

/** Notes the use of a key at most once a minute, which spares the other requests a write. */
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
    .where(isLive)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
