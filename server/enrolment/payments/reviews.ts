/** What staff must look at: matters about money that no rule may decide. */
export { listReviewItems as listReviews, resolveReviewItem as resolveReview } from './review.store.ts';
