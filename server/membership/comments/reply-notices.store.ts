import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';

type Tables = {
  comment: {
    id: string;
    channel_id: string;
    post_id: string | null;
    member_id: string;
    order_number: string;
    content: string;
    page_url: string | null;
    last_reply: string;
    told_reply: string;
    told_at: Date | null;
  };
  comment_channel: { id: string; site_id: string; key: string };
};

/** A post with the replies that a notice would report. */
export interface PostWithReplies {
  id: string;
  siteId: string;
  channelId: string;
  channelKey: string;
  authorId: string;
  content: string;
  pageUrl: string | null;
  /** Replies by other members since the last notice. */
  news: number;
  /** Seconds until the next notice may be sent. */
  quietSeconds: number;
}

/** The post, locked, so that concurrent jobs send one notice of a reply. */
export const lockPost = (tx: Transaction, postId: string, quietMinutes: number): Promise<PostWithReplies | undefined> =>
  tx
    .withTables<Tables>()
    .selectFrom('comment')
    .innerJoin('comment_channel', 'comment_channel.id', 'channel_id')
    .select([
      'comment.id',
      'site_id as siteId',
      'channel_id as channelId',
      'key as channelKey',
      'member_id as authorId',
      'content',
      'page_url as pageUrl',
      sql<number>`(select count(*)::int from comment reply where reply.post_id = comment.id
        and reply.order_number > comment.told_reply and reply.member_id <> comment.member_id)`.as('news'),
      sql<number>`coalesce(greatest(0, extract(epoch from
        told_at + make_interval(mins => ${quietMinutes}) - now())), 0)::float8`.as('quietSeconds'),
    ])
    .where('comment.id', '=', postId)
    .forNoKeyUpdate('comment')
    .executeTakeFirst();

/** Records a notice of all replies so far. */
export async function noteTold(tx: Transaction, postId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('comment')
    .set((row) => ({ told_reply: row.ref('last_reply'), told_at: sql<Date>`now()` }))
    .where('id', '=', postId)
    .execute();
}
