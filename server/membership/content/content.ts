import type { Database, Transaction } from '../../platform/database/database.ts';
import { ContentItem } from './content-item.ts';
import { keepOnly, listRows, saveRow, type ContentRow } from './content.store.ts';

/**
 * Makes a site's content exactly what is declared; items that are not declared are deleted. Idempotent.
 *
 * @param items with distinct keys
 */
export async function declareContent(tx: Transaction, siteId: string, items: readonly ContentItem[]): Promise<void> {
  await keepOnly(
    tx,
    siteId,
    items.map(({ key }) => key),
  );
  for (const item of items) await saveRow(tx, { siteId, ...toRow(item) });
}

/** A site's content, in the form of its declaration. */
export const listContent = async (db: Database, siteId: string): Promise<ContentItem[]> =>
  (await listRows(db, siteId)).map(toItem);

function toRow(item: ContentItem): ContentRow {
  const { key, type, allowAllMembers } = item;
  const planIds = item.plans.map(({ id }) => id);
  const common = { key, type, allowAllMembers, planIds };
  return 'content' in item
    ? { ...common, bytes: Buffer.from(item.content), mediaType: null, fileName: null }
    : { ...common, bytes: Buffer.from(item.base64, 'base64'), mediaType: item.mediaType, fileName: item.fileName };
}

function toItem({ key, type, allowAllMembers, planIds, bytes, mediaType, fileName }: ContentRow): ContentItem {
  const isFile = type === 'IMAGE' || type === 'FILE';
  return ContentItem.parse({
    key,
    type,
    allowAllMembers,
    plans: planIds.map((id) => ({ id })),
    ...(isFile ? { base64: bytes.toString('base64'), mediaType, fileName } : { content: bytes.toString('utf8') }),
  });
}
