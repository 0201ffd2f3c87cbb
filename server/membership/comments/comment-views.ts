import type { Comment } from '../../../contract/comments.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listBylines } from '../members/bylines.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { findChannelId } from './channels.store.ts';
import { countPosts, findView, listViews, type CommentView, type PageOf } from './comment-views.store.ts';
import { findOfSite } from './comments.store.ts';

/** Who reads at which site; without a member it is a visitor. */
export interface Reading {
  site: Site;
  readerId: string | undefined;
}

type Page = Omit<PageOf, 'readerId'>;

/** A channel's posts, a page of them, and how many there are. A channel nobody has written in has none. */
export async function listPosts(
  services: Services,
  { site, readerId, channelKey, ...page }: Reading & Page & { channelKey: string },
): Promise<{ posts: Comment[]; totalCount: number }> {
  const { db } = services;
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
  if (!(await findOfSite(db, site.id, { kind: 'post', id: postId }))) throw new Refusal('post-not-found');
  return toWire(services, db, { site, readerId }, await listViews(db, { postId }, { ...page, readerId }));
}

/** A comment that is known to be of the site, as the wire knows it. @throws Refusal post-not-found */
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
    // Deleted between the two looks, and the comment with them.
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
