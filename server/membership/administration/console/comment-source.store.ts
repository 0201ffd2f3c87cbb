import { sql } from 'kysely';
import { commentList, type CommentRow } from '../../../../contract/console/comments.ts';
import type { Database } from '../../../platform/database/database.ts';
import { comparing } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';
import { readRichText } from '../../../platform/rich-text.ts';
import { memberName } from './member-name.ts';
import type { MembersInScope } from './member-scope.store.ts';

/** The comments in all channels of a site, of those authors whom somebody sees, as a list. */
export const commentSource = (authors: MembersInScope): ListSource<typeof commentList, CommentRow> => ({
  list: commentList,
  from: sql`comment c join comment_channel h on h.id = c.channel_id join member m on m.id = c.member_id`,
  id: sql`c.id`,
  where: () => [sql`h.site_id = ${authors.siteId}`, ...authors.narrowed],
  sorts: { at: { by: sql`c.created_at`, type: 'moment' } },
  filters: {
    author: comparing(sql`c.member_id`),
    channel: comparing(sql`h.key`),
    kind: comparing(sql`case when c.post_id is null then 'post' else 'reply' end`),
    at: comparing(sql`c.created_at`),
  },
  read: readComments,
  cells: {
    text: ({ text }) => text,
    author: ({ author }) => author,
    channel: ({ channel }) => channel,
    kind: ({ kind }) => kind,
    at: ({ at }) => at,
    replies: ({ replies }) => String(replies),
    votes: ({ votes }) => `+${votes.for} −${votes.against}`,
    page: ({ page }) => page,
  },
});

interface StoredComment extends Omit<CommentRow, 'text' | 'kind' | 'at' | 'author' | 'votes'> {
  content: string;
  at: Date;
  email: string;
  fields: Record<string, string>;
  up: number;
  down: number;
}

async function readComments(db: Database, ids: readonly string[]): Promise<CommentRow[]> {
  const { rows } = await sql<StoredComment>`
    select c.id, c.content, h.key as channel, c.created_at as at, c.updated_at > c.created_at as "isChanged",
      c.member_id as "memberId", m.email, m.custom_fields as fields, c.page_url as page, c.post_id as "postId",
      (select count(*)::int from comment reply where reply.post_id = c.id) as replies,
      (select count(*)::int from comment_vote v where v.comment_id = c.id and v.vote = 'UP') as up,
      (select count(*)::int from comment_vote v where v.comment_id = c.id and v.vote = 'DOWN') as down
    from comment c join comment_channel h on h.id = c.channel_id join member m on m.id = c.member_id
    where c.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ content, at, email, fields, up, down, ...row }) => ({
    ...row,
    kind: row.postId === null ? 'post' : 'reply',
    text: readRichText(content),
    at: at.toISOString(),
    author: memberName(fields) || email,
    votes: { for: up, against: down },
  }));
}

/** Whether a comment is among those that somebody sees. */
export async function isCommentInScope(db: Database, id: string, authors: MembersInScope): Promise<boolean> {
  const { from, where } = commentSource(authors);
  const conditions = sql.join([sql`c.id = ${id}`, ...where(false)], sql` and `);
  const { rows } = await sql`select from ${from} where ${conditions}`.execute(db);
  return rows.length > 0;
}
