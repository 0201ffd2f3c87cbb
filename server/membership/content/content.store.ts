import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ContentItem } from './content-item.ts';

type Tables = {
  content_item: {
    site_id: string;
    key: string;
    type: ContentItem['type'];
    bytes: Buffer;
    media_type: string | null;
    file_name: string | null;
    allow_all_members: boolean;
    plan_ids: string[];
  };
};

/** An item as it is stored; media type and file name are those of an image or a file. */
export interface ContentRow {
  key: string;
  type: ContentItem['type'];
  bytes: Buffer;
  mediaType: string | null;
  fileName: string | null;
  allowAllMembers: boolean;
  planIds: string[];
}

/** All items of a site with their bytes, by key. */
export async function listRows(db: Database, siteId: string): Promise<ContentRow[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('content_item')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('key')
    .execute();
  return rows.map((row) => ({ ...toContentItem(row), bytes: row.bytes }));
}

/** An item without its bytes, up to a megabyte. */
export async function findItem(
  db: Database,
  siteId: string,
  key: string,
): Promise<Omit<ContentRow, 'bytes'> | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('content_item')
    .select(['key', 'type', 'media_type', 'file_name', 'allow_all_members', 'plan_ids'])
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && toContentItem(row);
}

/** The bytes of an item. */
export async function findBytes(db: Database, siteId: string, key: string): Promise<Buffer | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('content_item')
    .select('bytes')
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.bytes;
}

const toContentItem = (row: Omit<Tables['content_item'], 'site_id' | 'bytes'>): Omit<ContentRow, 'bytes'> => ({
  key: row.key,
  type: row.type,
  mediaType: row.media_type,
  fileName: row.file_name,
  allowAllMembers: row.allow_all_members,
  planIds: row.plan_ids,
});

/** Stores an item, replacing one with the same key (upsert). */
export async function saveRow(
  tx: Transaction,
  { siteId, key, ...item }: ContentRow & { siteId: string },
): Promise<void> {
  const declared = {
    type: item.type,
    bytes: item.bytes,
    media_type: item.mediaType,
    file_name: item.fileName,
    allow_all_members: item.allowAllMembers,
    plan_ids: item.planIds,
  };
  await tx
    .withTables<Tables>()
    .insertInto('content_item')
    .values({ site_id: siteId, key, ...declared })
    .onConflict((conflict) => conflict.columns(['site_id', 'key']).doUpdateSet(declared))
    .execute();
}

/** Deletes all content of a site except these keys. */
export async function keepOnly(tx: Transaction, siteId: string, keys: readonly string[]): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('content_item')
    .where('site_id', '=', siteId)
    .where(sql<boolean>`key <> all(${keys}::text[])`)
    .execute();
}

/** The database's time, in seconds since the epoch. */
export async function readSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select floor(extract(epoch from now()))::float8 as seconds`.execute(
    db,
  );
  return rows[0]!.seconds;
}
