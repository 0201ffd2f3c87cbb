import type { Generated } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';

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

export interface ReviewMatter {
  kind: 'unknown-payment' | 'unseated-order' | 'amount-differs' | 'refund-failed' | 'paid-twice' | 'invariant-broken';
  /** What it is about: an order's, checkout's or cohort's id. */
  subject: string;
  note: string;
}

/** Puts a matter on the operators' list, once. */
export async function noteForReview(db: Database, matter: ReviewMatter): Promise<void> {
  await db
    .withTables<ReviewTables>()
    .insertInto('review_item')
    .values({ id: newId('rev_'), ...matter })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}
