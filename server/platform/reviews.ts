import { sql, type ColumnType, type Generated } from 'kysely';
import type { Database, Transaction } from './database/database.ts';
import { newId } from './keys.ts';
import { mostCounted, type StoredGauge } from './metrics/stored-gauges.ts';

type ReviewTables = {
  review_item: {
    id: string;
    kind: string;
    subject: string;
    note: string;
    created_at: Generated<Date>;
    resolved_at: Generated<Date | null>;
    /** Name of the person on the staff, or of the operator. */
    resolved_by: ColumnType<string | null, string | null | undefined>;
    resolved_by_staff: ColumnType<string | null, string | null | undefined>;
    /** The way out that was taken. */
    resolution: ColumnType<string | null, string | null | undefined>;
    resolution_reason: ColumnType<string | null, string | null | undefined>;
  };
};

/** A review: a matter, mostly about money, that staff must decide. */
export interface ReviewMatter {
  /** For example `amount-differs`; staff sort by it. */
  kind: string;
  /** Id of the order, checkout or cohort concerned. */
  subject: string;
  note: string;
}

/** Adds a review for staff. Idempotent while an equal one is open. @returns false if there is one */
export async function noteForReview(db: Database, matter: ReviewMatter): Promise<boolean> {
  const inserted = await db
    .withTables<ReviewTables>()
    .insertInto('review_item')
    .values({ id: newId('rev_'), ...matter })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('resolved_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The resolution of a review that ended by itself. */
const ended = 'ended';

/**
 * The same for a matter that happens once: what staff have resolved does not come back when it is heard of again, what ended
 * by itself does.
 *
 * @returns false if there is one, open or resolved by staff
 */
export async function noteForReviewOnce(db: Database, matter: ReviewMatter): Promise<boolean> {
  const noted = await db
    .withTables<ReviewTables>()
    .selectFrom('review_item')
    .select('id')
    .where('kind', '=', matter.kind)
    .where('subject', '=', matter.subject)
    .where(sql<boolean>`resolution is distinct from ${ended}`)
    .executeTakeFirst();
  return !noted && noteForReview(db, matter);
}

/** An open review with its id and age. */
export interface ReviewItem extends ReviewMatter {
  id: string;
  createdAt: Date;
}

/** Open reviews, oldest first. */
export const listReviewItems = (db: Database): Promise<ReviewItem[]> =>
  db
    .withTables<ReviewTables>()
    .selectFrom('review_item')
    .select(['id', 'kind', 'subject', 'note', 'created_at as createdAt'])
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .$castTo<ReviewItem>()
    .execute();

/** Open reviews, by kind. */
export const reviewGauge: StoredGauge = {
  name: 'intake_reviews_open',
  help: `Matters that wait for a decision of staff ("intake reviews"), by kind. Counted up to ${mostCounted}.`,
  labels: { kind: [] },
  rows: sql`select array[found.kind] as labels, count(*) from (
    select kind from review_item where resolved_at is null limit ${sql.lit(mostCounted)}) as found group by kind`,
};

/** How a review ended. */
export interface Resolution {
  /** The name of the person on the staff, or of the operator; null for one that ended by itself. */
  by: string | null;
  /** Null for an operator's command. */
  staffId: string | null;
  /** The way out that was taken: `pay-back`. */
  way: string;
  /** Why, in the person's words. */
  reason: string | null;
}

/** A review that staff have dealt with, or not yet. `way` is null for one resolved before ways were kept. */
export interface StoredReview extends ReviewItem {
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolvedByStaff: string | null;
  way: string | null;
  reason: string | null;
}

const selectReviews = (db: Database) =>
  db
    .withTables<ReviewTables>()
    .selectFrom('review_item')
    .select([
      'id',
      'kind',
      'subject',
      'note',
      'created_at as createdAt',
      'resolved_at as resolvedAt',
      'resolved_by as resolvedBy',
      'resolved_by_staff as resolvedByStaff',
      'resolution as way',
      'resolution_reason as reason',
    ]);

/** A review by its id, open or resolved. */
export const findReview = (db: Database, id: string): Promise<StoredReview | undefined> =>
  selectReviews(db).where('id', '=', id).executeTakeFirst();

/** The newest review of a kind about a subject, open or resolved. */
export const findNewestReview = (
  db: Database,
  { kind, subject }: Pick<ReviewMatter, 'kind' | 'subject'>,
): Promise<StoredReview | undefined> =>
  selectReviews(db)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

/** The same as {@link findReview}, locked until the transaction ends. Lock order: after member and order. */
export const lockReview = (tx: Transaction, id: string): Promise<StoredReview | undefined> =>
  selectReviews(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Resolves an open review and keeps how. @returns the review; undefined if no open one has this id */
export async function resolveReviewItem(
  tx: Transaction,
  id: string,
  resolution: Resolution,
): Promise<Pick<ReviewMatter, 'kind' | 'subject'> | undefined> {
  return tx
    .withTables<ReviewTables>()
    .updateTable('review_item')
    .set(resolvedWith(resolution))
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning(['kind', 'subject'])
    .executeTakeFirst();
}

/** Resolves every open review of these kinds about a subject: one decision settles them all. */
export async function resolveReviewsAbout(
  tx: Transaction,
  subject: string,
  kinds: readonly string[],
  resolution: Resolution,
): Promise<void> {
  await tx
    .withTables<ReviewTables>()
    .updateTable('review_item')
    .set(resolvedWith(resolution))
    .where('subject', '=', subject)
    .where('kind', 'in', kinds)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Ends an open review that is settled without a person. Lock order: after member and order. */
export async function endReview(tx: Transaction, { kind, subject }: ReviewMatter): Promise<void> {
  await resolveReviewsAbout(tx, subject, [kind], { by: null, staffId: null, way: ended, reason: null });
}

const resolvedWith = ({ by, staffId, way, reason }: Resolution) => ({
  resolved_at: sql<Date>`now()`,
  resolved_by: by,
  resolved_by_staff: staffId,
  resolution: way,
  resolution_reason: reason,
});
