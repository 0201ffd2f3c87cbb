import type { Transaction } from '../../platform/database/database.ts';

type Tables = { comment_vote: { comment_id: string; member_id: string; vote: 'UP' | 'DOWN' } };

/** Stores a member's vote on a comment, replacing an earlier one (upsert). */
export async function saveVote(
  tx: Transaction,
  { commentId, memberId, vote }: { commentId: string; memberId: string; vote: 'UP' | 'DOWN' },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('comment_vote')
    .values({ comment_id: commentId, member_id: memberId, vote })
    .onConflict((conflict) => conflict.columns(['comment_id', 'member_id']).doUpdateSet({ vote }))
    .execute();
}

/** Takes a member's vote back. */
export async function deleteVote(
  tx: Transaction,
  { commentId, memberId }: { commentId: string; memberId: string },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('comment_vote')
    .where('comment_id', '=', commentId)
    .where('member_id', '=', memberId)
    .execute();
}
