import { sql } from 'kysely';
import type { PublishedBefore } from '../../../contract/console/pieces-schemas.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** A piece of page content as it is stored. Documents have words and facts in braces. */
export interface StoredPiece {
  id: string;
  key: string;
  /** null for all partners. */
  partner: string | null;
  /** null for a partner that has no text of its own. */
  published: unknown;
  /** null while nothing is being changed. */
  draft: unknown;
  /** Whether the published document is the file's. */
  isImported: boolean;
  /** Rises with each change; 0 for a piece of a partner that has none yet. */
  version: number;
  draftedBy: string | null;
  draftedAt: Date | null;
  /** Until when the link of its preview opens. */
  previewEndsAt: Date | null;
  publishedBy: string | null;
  publishedAt: Date | null;
}

const columns = sql`id, key, partner, published, draft, is_imported as "isImported", version,
  drafted_by as "draftedBy", drafted_at as "draftedAt", preview_ends_at as "previewEndsAt",
  published_by as "publishedBy", published_at as "publishedAt"`;
const json = (document: unknown) => (document === null ? null : sql`${JSON.stringify(document)}::jsonb`);

/** The pieces of all partners and of these. */
export async function selectPieces(db: Database, partners: readonly string[]): Promise<StoredPiece[]> {
  const { rows } = await sql<StoredPiece>`
    select ${columns} from content_piece where partner is null or partner = any(${partners}::text[])`.execute(db);
  return rows;
}

/** Partners that have a published text of their own of a piece. */
export async function selectPartnersWithOwn(db: Database, key: string): Promise<string[]> {
  const { rows } = await sql<{ partner: string }>`
    select partner from content_piece where key = ${key} and partner is not null and published is not null
    order by partner`.execute(db);
  return rows.map(({ partner }) => partner);
}

/** Rises with every publication of any piece. */
export async function countPublications(db: Database): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`select coalesce(sum(publications), 0)::int as sum from content_piece`.execute(db);
  return rows[0]!.sum;
}

/** Every piece, by what is published alone. */
export async function selectPublishedPieces(
  db: Database,
): Promise<Pick<StoredPiece, 'key' | 'partner' | 'published' | 'isImported'>[]> {
  const { rows } = await sql<Pick<StoredPiece, 'key' | 'partner' | 'published' | 'isImported'>>`
    select key, partner, published, is_imported as "isImported" from content_piece where published is not null`.execute(
    db,
  );
  return rows;
}

/** The draft that a preview's link is for. */
export async function findPreviewed(
  db: Database,
  hash: Buffer,
): Promise<{ key: string; partner: string | null; draft: unknown } | undefined> {
  const { rows } = await sql<{ key: string; partner: string | null; draft: unknown }>`
    select key, partner, draft from content_piece
    where preview_hash = ${hash} and preview_ends_at > now() and draft is not null`.execute(db);
  return rows[0];
}

/** Locks a piece to change it; undefined where the partner has none yet. */
export async function lockPiece(
  tx: Transaction,
  { key, partner }: Pick<StoredPiece, 'key' | 'partner'>,
): Promise<StoredPiece | undefined> {
  const { rows } = await sql<StoredPiece>`
    select ${columns} from content_piece where key = ${key} and partner is not distinct from ${partner}
    for update`.execute(tx);
  return rows[0];
}

/** A piece that is added: the file's, which is published, or a partner's first draft. */
export interface NewPiece extends Pick<StoredPiece, 'id' | 'key' | 'partner'> {
  document: unknown;
  isImported: boolean;
  /** Who drafted it, or the file. */
  by: string;
}

/** Adds a piece. @returns false where one is there */
export async function insertPiece(
  tx: Transaction,
  { id, key, partner, document, isImported, by }: NewPiece,
): Promise<boolean> {
  const written = sql`${json(document)}, ${by}, now()`;
  const unwritten = sql`null, null, null`;
  const { numAffectedRows } = await sql`
    insert into content_piece (id, key, partner, is_imported, publications,
      published, published_by, published_at, draft, drafted_by, drafted_at)
    values (${id}, ${key}, ${partner}, ${isImported}, ${isImported ? 1 : 0},
      ${isImported ? written : unwritten}, ${isImported ? unwritten : written})
    on conflict (key, partner) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stores a draft under the piece's next version. A preview's link shows it from then on. */
export async function updateDraft(tx: Transaction, id: string, draft: unknown, by: string): Promise<void> {
  await sql`
    update content_piece set draft = ${json(draft)}, drafted_by = ${by}, drafted_at = now(), version = version + 1
    where id = ${id}`.execute(tx);
}

/** Drops a draft. The link of its preview ends, so that it does not show a later draft. */
export async function clearDraft(tx: Transaction, id: string): Promise<void> {
  await sql`
    update content_piece set draft = null, drafted_by = null, drafted_at = null, version = version + 1,
      preview_hash = null, preview_ends_at = null
    where id = ${id}`.execute(tx);
}

/** Puts a document, or none, in the place of the published one; the draft is gone. */
export async function updatePublished(tx: Transaction, id: string, document: unknown, by: string): Promise<void> {
  await sql`
    update content_piece set published = ${json(document)}, is_imported = false, published_by = ${by},
      published_at = now(), draft = null, drafted_by = null, drafted_at = null, version = version + 1,
      publications = publications + 1,
      preview_hash = null, preview_ends_at = null
    where id = ${id}`.execute(tx);
}

/** @param minutes the link lasts @returns until when */
export async function updatePreview(tx: Transaction, id: string, hash: Buffer, minutes: number): Promise<Date> {
  const { rows } = await sql<{ endsAt: Date }>`
    update content_piece set preview_hash = ${hash}, preview_ends_at = now() + make_interval(mins => ${minutes})
    where id = ${id} returning preview_ends_at as "endsAt"`.execute(tx);
  return rows[0]!.endsAt;
}

/** What was published when. */
export interface NewPublication {
  id: string;
  pieceId: string;
  key: string;
  document: unknown;
  isImported: boolean;
  by: string;
  note: string;
}

export async function insertPublication(
  tx: Transaction,
  { id, pieceId, key, document, isImported, by, note }: NewPublication,
): Promise<void> {
  await sql`
    insert into content_publication (id, piece_id, key, document, is_imported, published_by, note)
    values (${id}, ${pieceId}, ${key}, ${json(document)}, ${isImported}, ${by}, ${note})`.execute(tx);
}

/** The last publications of a piece, the latest first. */
export async function selectPublications(db: Database, pieceId: string, most: number): Promise<PublishedBefore[]> {
  const { rows } = await sql<Omit<PublishedBefore, 'at'> & { at: Date }>`
    select id, document, published_at as at, published_by as by, note from content_publication
    where piece_id = ${pieceId} order by published_at desc, id limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Keys of the pieces of all partners. */
export async function selectKeys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from content_piece where partner is null`.execute(db);
  return rows.map(({ key }) => key);
}
