import { sql, type Generated } from 'kysely';
import type { Database } from './database/database.ts';
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

/**
 * The same for a matter that happens once: what staff have resolved does not come back when it is heard of again.
 *
 * @returns false if there is one, open or resolved
 */
export async function noteForReviewOnce(db: Database, matter: ReviewMatter): Promise<boolean> {
  const noted = await db
    .withTables<ReviewTables>()
    .selectFrom('review_item')
    .select('id')
    .where('kind', '=', matter.kind)
    .where('subject', '=', matter.subject)
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

/** Resolves a review. @returns false if no open one has this id */
export async function resolveReviewItem(db: Database, id: string): Promise<boolean> {
  const resolved = await db
    .withTables<ReviewTables>()
    .updateTable('review_item')
    .set({ resolved_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return resolved !== undefined;
}
