import { commentChangesPerMember, commentsPerMember } from '../../../contract/calls/comments.ts';
import type { Comment } from '../../../contract/comments.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { cleanRichText, readRichText } from '../../platform/rich-text.ts';
import { lockMember, type MemberRecord } from '../members/members.ts';
import type { Services } from '../services.ts';
import { acceptsOrigin, type Site } from '../sites/site.ts';
import { hasBlockedWord } from './blocked-words.ts';
import { deleteTyping, takePostPlace } from './channels.store.ts';
import { showComment } from './comment-views.ts';
import {
  deleteComment,
  findOfSite,
  hasComment,
  holdOfSite,
  insertComment,
  takeReplyPlace,
  updateContent,
  type CommentKind,
  type FoundComment,
  type ReplyPlace,
} from './comments.store.ts';
import { quietMinutes, requestNotice } from './reply-notices.ts';
import { deleteVote, saveVote } from './votes.store.ts';

/** Lets a member change and delete what others wrote. */
const moderatorPermission = 'moderate-comments';
const longestAddress = 2_000;

/** Who does something at which site. */
export interface Doing {
  site: Site;
  memberId: string;
}

/**
 * Writes a post; the first one makes the channel.
 *
 * @param post with the page's address as the browser names it
 * @throws Refusal blocked-words, required-field-missing, too-many-requests
 */
export async function createPost(
  services: Services,
  post: Doing & { channelKey: string; content: string; pageUrl: string | null | undefined },
): Promise<Comment> {
  const { site, memberId, channelKey } = post;
  const content = acceptContent(site, post.content);
  await services.limits.take(commentsPerMember, memberId);
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const place = await takePostPlace(tx, { siteId: site.id, key: channelKey });
    const pageUrl = acceptPage(services, site, post.pageUrl);
    return write(services, tx, { site, memberId, content, pageUrl, place: { ...place, postId: null } });
  });
}

/**
 * Replies to a post. Its author is told, where they want to be.
 *
 * @throws Refusal post-not-found, blocked-words, required-field-missing, too-many-requests
 */
export async function createThread(
  services: Services,
  reply: Doing & { postId: string; content: string },
): Promise<Comment> {
  const { site, memberId, postId } = reply;
  const content = acceptContent(site, reply.content);
  await services.limits.take(commentsPerMember, memberId);
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const place = await takeReplyPlace(tx, { siteId: site.id, postId, quietMinutes });
    if (!place) throw new Refusal('post-not-found');
    if (place.authorId !== memberId) await requestNotice(tx, postId, place.quietSeconds);
    return write(services, tx, { site, memberId, content, pageUrl: null, place: { ...place, postId } });
  });
}

interface Writing extends Doing {
  content: string;
  pageUrl: string | null;
  place: Pick<ReplyPlace, 'channelId' | 'orderNumber'> & { postId: string | null };
}

async function write(
  services: Services,
  tx: Transaction,
  { site, memberId, content, pageUrl, place }: Writing,
): Promise<Comment> {
  const id = newId(site.mode === 'sandbox' ? 'cmt_sb_' : 'cmt_');
  const { channelId, orderNumber, postId } = place;
  await insertComment(tx, { id, channelId, postId, memberId, orderNumber, content, pageUrl });
  await deleteTyping(tx, { channelId, memberId });
  return showComment(services, tx, { site, readerId: memberId }, id);
}

/** @returns clean markup @throws Refusal required-field-missing when nothing to read is left, blocked-words */
function acceptContent(site: Site, markup: string): string {
  const content = cleanRichText(markup);
  const text = readRichText(content);
  if (text === '') throw new Refusal('required-field-missing', { extras: { field: 'content' } });
  if (hasBlockedWord(text, site.comments.blockedWords)) throw new Refusal('blocked-words');
  return content;
}

/** A page's address goes into mails, so it is kept only if it is a page of the site, without query or fragment. */
function acceptPage({ appUrl }: Services, site: Site, address: string | null | undefined): string | null {
  if (!address || address.length > longestAddress || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return acceptsOrigin(site, origin, appUrl) ? origin + pathname : null;
}

export interface Which {
  kind: CommentKind;
  id: string;
}

/** @throws Refusal post-not-found or thread-not-found, blocked-words, required-field-missing, too-many-requests */
export async function updateComment(
  services: Services,
  { site, memberId, kind, id, markup }: Doing & Which & { markup: string },
): Promise<Comment> {
  const content = acceptContent(site, markup);
  await services.limits.take(commentChangesPerMember, memberId);
  return transaction(services.db, async (tx) => {
    await requireMayChange(services, tx, { site, memberId, kind, id });
    await updateContent(tx, id, content);
    return showComment(services, tx, { site, readerId: memberId }, id);
  });
}

/** Deletes a comment, a post with its replies. @throws Refusal post-not-found or thread-not-found, too-many-requests */
export async function removeComment(services: Services, which: Doing & Which): Promise<void> {
  await services.limits.take(commentChangesPerMember, which.memberId);
  await transaction(services.db, async (tx) => {
    await requireMayChange(services, tx, which);
    await deleteComment(tx, which.id);
  });
}

/** Missing, another site's and not theirs to change are one answer, which tells nobody what there is. */
async function requireMayChange(
  services: Services,
  tx: Transaction,
  { site, memberId, kind, id }: Doing & Which,
): Promise<void> {
  const member = await lockMember(services, tx, memberId);
  const comment = await findOfSite(tx, site.id, { kind, id });
  if (!comment || !mayChange(member, comment)) throw notFound(kind);
}

const mayChange = (member: MemberRecord, comment: FoundComment): boolean =>
  comment.memberId === member.id || member.permissions.includes(moderatorPermission);

const notFound = (kind: CommentKind) => new Refusal(kind === 'post' ? 'post-not-found' : 'thread-not-found');

/**
 * Votes for or against a comment, or takes the vote back. The last word counts, however often it is said.
 *
 * @throws Refusal post-not-found or thread-not-found, too-many-requests
 */
export async function vote(
  services: Services,
  { site, memberId, kind, id, vote: wanted }: Doing & Which & { vote: 'UP' | 'DOWN' | 'NONE' },
): Promise<Comment> {
  await services.limits.take(commentChangesPerMember, memberId);
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    if (!(await holdOfSite(tx, site.id, { kind, id }))) throw notFound(kind);
    if (wanted === 'NONE') await deleteVote(tx, { commentId: id, memberId });
    else await saveVote(tx, { commentId: id, memberId, vote: wanted });
    return showComment(services, tx, { site, readerId: memberId }, id);
  });
}

/** Whether somebody has written anything that others may have answered. */
export const hasWritten = (db: Database, memberId: string): Promise<boolean> => hasComment(db, memberId);
