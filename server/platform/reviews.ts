import { sql, type Generated } from 'kysely';
import type { Database } from './database/database.ts';
import { newId } from './keys.ts';

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

/** What staff must look at: a matter, about money mostly, that no rule may decide. */
export interface ReviewMatter {
  /** `amount-differs` say; staff sort by it. */
  kind: string;
  /** What it is about: an order's, checkout's or cohort's id. */
  subject: string;
  note: string;
}

/** Puts a matter on the operators' list, once while it is open. */
export async function noteForReview(db: Database, matter: ReviewMatter): Promise<void> {
  await db
    .withTables<ReviewTables>()
    .insertInto('review_item')
    .values({ id: newId('rev_'), ...matter })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('resolved_at', 'is', null).doNothing())
    .execute();
}

export interface ReviewItem extends ReviewMatter {
  id: string;
  createdAt: Date;
}

/** What waits for staff, oldest first. */
export const listReviewItems = (db: Database): Promise<ReviewItem[]> =>
  db
    .withTables<ReviewTables>()
    .selectFrom('review_item')
    .select(['id', 'kind', 'subject', 'note', 'created_at as createdAt'])
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .$castTo<ReviewItem>()
    .execute();

/** Takes a matter off the list. Returns false when there is none with this id. */
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
