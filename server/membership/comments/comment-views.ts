import type { Comment } from '../../../contract/comments.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listBylines } from '../members/bylines.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { isOpenChannel, requireOpenChannel } from './channel-access.ts';
import { findChannelId } from './channels.store.ts';
import { countPosts, findView, listViews, type CommentView, type PageOf } from './comment-views.store.ts';
import { findOfSite } from './comments.store.ts';

/** The reader and the site; a visitor has no id. */
export interface Reading {
  site: Site;
  readerId: string | undefined;
}

type Page = Omit<PageOf, 'readerId'>;

/**
 * A channel's posts, a page of them, and how many there are. None for an unknown channel.
 *
 * @throws Refusal access-denied
 */
export async function listPosts(
  services: Services,
  { site, readerId, channelKey, ...page }: Reading & Page & { channelKey: string },
): Promise<{ posts: Comment[]; totalCount: number }> {
  const { db } = services;
  await requireOpenChannel(db, { site, memberId: readerId, key: channelKey });
  const channelId = await findChannelId(db, { siteId: site.id, key: channelKey });
  if (channelId === undefined) return { posts: [], totalCount: 0 };
  const views = await listViews(db, { channelId }, { ...page, readerId });
  return { posts: await toWire(services, db, { site, readerId }, views), totalCount: await countPosts(db, channelId) };
}

/** The replies to a post, a page of them. @throws Refusal post-not-found */
export async function listThreads(
  services: Services,
  { site, readerId, postId, ...page }: Reading & Page & { postId: string },
): Promise<Comment[]> {
  const { db } = services;
  const post = await findOfSite(db, site.id, { kind: 'post', id: postId });
  const isOpen = post && (await isOpenChannel(db, { site, memberId: readerId, key: post.channelKey }));
  if (!isOpen) throw new Refusal('post-not-found');
  return toWire(services, db, { site, readerId }, await listViews(db, { postId }, { ...page, readerId }));
}

/** A comment on the wire; the caller has checked that it belongs to the site. @throws Refusal post-not-found */
export async function showComment(
  services: Services,
  tx: Transaction,
  reading: Reading,
  commentId: string,
): Promise<Comment> {
  const view = await findView(tx, commentId, reading.readerId);
  const [comment] = view ? await toWire(services, tx, reading, [view]) : [];
  if (!comment) throw new Refusal('post-not-found');
  return comment;
}

async function toWire(
  services: Services,
  db: Database,
  { site, readerId }: Reading,
  views: CommentView[],
): Promise<Comment[]> {
  const memberIds = [...new Set(views.map((view) => view.memberId))];
  const reader = readerId === undefined ? 'visitor' : 'member';
  const bylines = await listBylines(services, db, { site, memberIds, reader });
  return views.flatMap((view) => {
    const member = bylines.get(view.memberId);
    // Race: the author was deleted between the two queries, and the comment by its foreign key.
    if (!member) return [];
    return [
      {
        id: view.id,
        internalOrder: view.orderNumber,
        createdAt: view.createdAt.toISOString(),
        updatedAt: view.updatedAt.toISOString(),
        content: view.content,
        member,
        _count: { Threads: view.replies, likedBy: view.likes, dislikedBy: view.dislikes },
        activeMemberVote: view.ownVote ?? 'NONE',
      },
    ];
  });
}
