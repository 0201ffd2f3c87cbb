import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

type Tables = {
  comment: {
    id: string;
    channel_id: string;
    post_id: string | null;
    member_id: string;
    order_number: string;
    content: string;
    created_at: Date;
    updated_at: Date;
  };
};

/** A comment as a reader sees it, with its counts and the reader's vote. */
export interface CommentView {
  id: string;
  orderNumber: string;
  memberId: string;
  content: string;
  createdAt: Date;
  updatedAt: Date;
  replies: number;
  likes: number;
  dislikes: number;
  ownVote: 'UP' | 'DOWN' | null;
}

const countVotes = (vote: 'UP' | 'DOWN') =>
  sql<number>`(select count(*)::int from comment_vote where comment_id = comment.id and vote = ${sql.lit(vote)})`;

/** @param readerId the reading member; undefined for a visitor */
const selectViews = (db: Database, readerId: string | undefined) =>
  db
    .withTables<Tables>()
    .selectFrom('comment')
    .select([
      'comment.id',
      'order_number as orderNumber',
      'member_id as memberId',
      'content',
      'created_at as createdAt',
      'updated_at as updatedAt',
      sql<number>`(select count(*)::int from comment reply where reply.post_id = comment.id)`.as('replies'),
      countVotes('UP').as('likes'),
      countVotes('DOWN').as('dislikes'),
      sql<CommentView['ownVote']>`(select vote from comment_vote
        where comment_id = comment.id and member_id = ${readerId ?? null})`.as('ownVote'),
    ]);

/** One comment as a reader sees it. */
export const findView = (
  db: Database,
  commentId: string,
  readerId: string | undefined,
): Promise<CommentView | undefined> => selectViews(db, readerId).where('comment.id', '=', commentId).executeTakeFirst();

/** One page of comments. */
export interface PageOf {
  /** The number of the last one seen. */
  after?: string | undefined;
  order: 'newest' | 'oldest';
  limit: number;
  readerId: string | undefined;
}

/** Keyset pagination by order number: concurrent posts and deletions neither skip nor repeat one. */
export function listViews(
  db: Database,
  of: { channelId: string } | { postId: string },
  { after, order, limit, readerId }: PageOf,
): Promise<CommentView[]> {
  let page = selectViews(db, readerId).limit(limit);
  page =
    'channelId' in of
      ? page.where('channel_id', '=', of.channelId).where('post_id', 'is', null)
      : page.where('post_id', '=', of.postId);
  if (after !== undefined) page = page.where('order_number', order === 'newest' ? '<' : '>', after);
  return page.orderBy('order_number', order === 'newest' ? 'desc' : 'asc').execute();
}

/** Posts of a channel, without replies. */
export async function countPosts(db: Database, channelId: string): Promise<number> {
  const { count } = await db
    .withTables<Tables>()
    .selectFrom('comment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('channel_id', '=', channelId)
    .where('post_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
