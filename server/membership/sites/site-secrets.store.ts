import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = { site_secret: { site_id: string; name: string; sealed: Buffer } };

/** Stores a sealed secret (upsert). */
export async function saveSealed(tx: Transaction, siteId: string, name: string, sealed: Buffer): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('site_secret')
    .values({ site_id: siteId, name, sealed })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'name']).doUpdateSet({ sealed: sql.ref<Buffer>('excluded.sealed') }),
    )
    .execute();
}

/** A sealed secret by name. */
export async function findSealed(db: Database, siteId: string, name: string): Promise<Buffer | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('site_secret')
    .select('sealed')
    .where('site_id', '=', siteId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed;
}

/** Names of a site's secrets. */
export async function listNames(db: Database, siteId: string): Promise<string[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('site_secret')
    .select('name')
    .where('site_id', '=', siteId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes a secret. Idempotent. */
export async function deleteSealed(tx: Transaction, siteId: string, name: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('site_secret')
    .where('site_id', '=', siteId)
    .where('name', '=', name)
    .execute();
}
