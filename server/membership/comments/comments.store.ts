import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  comment: {
    id: string;
    channel_id: string;
    post_id: string | null;
    member_id: string;
    order_number: string;
    content: string;
    page_url: string | null;
    last_reply: Generated<string>;
    told_reply: Generated<string>;
    told_at: Generated<Date | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  comment_channel: { id: Generated<string>; site_id: string; key: string; last_post: Generated<string> };
};

/** A post, or a reply to one; the protocol calls a reply a thread. */
export type CommentKind = 'post' | 'thread';

/** A comment to store. */
export interface NewComment {
  id: string;
  channelId: string;
  /** The post it replies to; null for a post. */
  postId: string | null;
  memberId: string;
  /** Its order number, from `takePostPlace` or `takeReplyPlace`. */
  orderNumber: string;
  content: string;
  pageUrl: string | null;
}

/** Stores a comment. */
export async function insertComment(tx: Transaction, comment: NewComment): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('comment')
    .values({
      id: comment.id,
      channel_id: comment.channelId,
      post_id: comment.postId,
      member_id: comment.memberId,
      order_number: comment.orderNumber,
      content: comment.content,
      page_url: comment.pageUrl,
    })
    .execute();
}

/** The order number of a new reply, with facts of its post. */
export interface ReplyPlace {
  channelId: string;
  orderNumber: string;
  /** Author of the post. */
  authorId: string;
  /** Seconds until the next notice to the author may be sent; 0 for at once. */
  quietSeconds: number;
}

/**
 * Takes the order number of a new reply. The post stays locked until the commit, so that replies become visible in the
 * order of their numbers.
 *
 * @param quietMinutes no other notice is sent for so long after one
 */
export async function takeReplyPlace(
  tx: Transaction,
  { siteId, postId, quietMinutes }: { siteId: string; postId: string; quietMinutes: number },
): Promise<ReplyPlace | undefined> {
  const quietUntil = sql`told_at + make_interval(mins => ${quietMinutes})`;
  return tx
    .withTables<Tables>()
    .updateTable('comment')
    .from('comment_channel')
    .set((row) => ({ last_reply: row('comment.last_reply', '+', '1') }))
    .whereRef('comment_channel.id', '=', 'comment.channel_id')
    .where('comment_channel.site_id', '=', siteId)
    .where('comment.id', '=', postId)
    .where('comment.post_id', 'is', null)
    .returning(['channel_id as channelId', 'comment.last_reply as orderNumber', 'member_id as authorId'])
    .returning(
      sql<number>`coalesce(greatest(0, extract(epoch from ${quietUntil} - now())), 0)::float8`.as('quietSeconds'),
    )
    .executeTakeFirst();
}

/** A comment and its author. */
export interface FoundComment {
  id: string;
  memberId: string;
  channelId: string;
  channelKey: string;
}

const selectOfSite = (db: Database, siteId: string, { kind, id }: { kind: CommentKind; id: string }) =>
  db
    .withTables<Tables>()
    .selectFrom('comment')
    .innerJoin('comment_channel', 'comment_channel.id', 'channel_id')
    .select(['comment.id', 'member_id as memberId', 'channel_id as channelId', 'key as channelKey'])
    .where('comment.id', '=', id)
    .where('site_id', '=', siteId)
    .where('post_id', kind === 'post' ? 'is' : 'is not', null);

/** A comment by id and kind, if it belongs to the site. */
export const findOfSite = (
  db: Database,
  siteId: string,
  which: { kind: CommentKind; id: string },
): Promise<FoundComment | undefined> => selectOfSite(db, siteId, which).executeTakeFirst();

/** The comment, locked against deletion (FOR KEY SHARE) until the transaction ends. */
export const holdOfSite = (
  tx: Transaction,
  siteId: string,
  which: { kind: CommentKind; id: string },
): Promise<FoundComment | undefined> => selectOfSite(tx, siteId, which).forKeyShare('comment').executeTakeFirst();

/** Replaces the markup of a comment. */
export async function updateContent(tx: Transaction, id: string, content: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('comment')
    .set({ content, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Whether a member has a comment. */
export async function hasComment(db: Database, memberId: string): Promise<boolean> {
  const found = await db
    .withTables<Tables>()
    .selectFrom('comment')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many comments a member has written. */
export async function countCommentsOf(db: Database, memberId: string): Promise<number> {
  const { count } = await db
    .withTables<Tables>()
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The channels that show comments or votes of a member. */
export async function selectChannelsOf(db: Database, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select channel_id as id from comment where member_id = ${memberId}
    union
    select channel_id from comment join comment_vote on comment_vote.comment_id = comment.id
    where comment_vote.member_id = ${memberId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes a comment; a post's replies by cascade. */
export async function deleteComment(tx: Transaction, id: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('comment').where('id', '=', id).execute();
}
