import { commentChangesPerMember, commentsPerMember } from '../../../contract/calls/comments.ts';
import type { Comment } from '../../../contract/comments.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { cleanRichText, readRichText } from '../../platform/rich-text.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';
import { lockMember, type MemberRecord } from '../members/members.ts';
import type { Services } from '../services.ts';
import { acceptsOrigin, type Site } from '../sites/site.ts';
import { hasBlockedWord } from './blocked-words.ts';
import { isOpenChannel, requireOpenChannel } from './channel-access.ts';
import { endTyping, noteChange, noteChanges, takePostPlace } from './channels.store.ts';
import { showComment } from './comment-views.ts';
import {
  deleteComment,
  findOfSite,
  countCommentsOf,
  hasComment,
  holdOfSite,
  insertComment,
  selectChannelsOf,
  takeReplyPlace,
  updateContent,
  type CommentKind,
  type FoundComment,
  type ReplyPlace,
} from './comments.store.ts';
import { quietMinutes, requestNotice } from './reply-notices.ts';
import { deleteVote, saveVote } from './votes.store.ts';

/** Permission to change and delete other members' comments. */
const moderatorPermission = 'moderate-comments';
const longestAddress = 2_000;

/** The acting member and the site. */
export interface Doing {
  site: Site;
  memberId: string;
}

/**
 * Writes a post; the first one creates the channel.
 *
 * @param post `pageUrl` is what the client claims, unchecked
 * @throws Refusal access-denied, blocked-words, required-field-missing, too-many-requests
 */
export async function createPost(
  services: Services,
  post: Doing & { channelKey: string; content: string; pageUrl: string | null | undefined },
): Promise<Comment> {
  const { site, memberId, channelKey } = post;
  await requireOpenChannel(services.db, { site, memberId, key: channelKey });
  const content = await acceptContent(site, post.content);
  await services.limits.take(commentsPerMember, memberId);
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const place = await takePostPlace(tx, { siteId: site.id, key: channelKey });
    const pageUrl = acceptPage(services, site, post.pageUrl);
    return write(services, tx, { site, memberId, content, pageUrl, place: { ...place, postId: null } });
  });
}

/**
 * Replies to a post. Its author gets a mail where subscribed.
 *
 * @throws Refusal post-not-found, blocked-words, required-field-missing, too-many-requests
 */
export async function createThread(
  services: Services,
  written: Doing & { postId: string; content: string },
): Promise<Comment> {
  const { site, memberId, postId } = written;
  const content = await acceptContent(site, written.content);
  await services.limits.take(commentsPerMember, memberId);
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    await requireOpenComment(tx, { site, memberId, kind: 'post', id: postId });
    const place = await takeReplyPlace(tx, { siteId: site.id, postId, quietMinutes });
    if (!place) throw new Refusal('post-not-found');
    if (place.authorId !== memberId) await requestNotice(tx, postId, place.quietSeconds);
    const reply = await write(services, tx, { site, memberId, content, pageUrl: null, place: { ...place, postId } });
    await noteChange(tx, place.channelId);
    return reply;
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
  await endTyping(tx, { channelId, memberId });
  return showComment(services, tx, { site, readerId: memberId }, id);
}

/** Sanitises markup (XSS). @throws Refusal required-field-missing when no text is left, blocked-words */
async function acceptContent(site: Site, markup: string): Promise<string> {
  const content = await cleanRichText(markup);
  const text = readRichText(content);
  if (text === '') throw new Refusal('required-field-missing', { extras: { field: 'content' } });
  if (hasBlockedWord(text, site.comments.blockedWords)) throw new Refusal('blocked-words');
  return content;
}

/** A page's address goes into mails, so only a page of the site is kept (phishing), without query or fragment. */
function acceptPage({ appUrl }: Services, site: Site, address: string | null | undefined): string | null {
  if (!address || address.length > longestAddress || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return acceptsOrigin(site, origin, appUrl) ? origin + pathname : null;
}

/** One comment. */
export interface Which {
  kind: CommentKind;
  id: string;
}

/** Replaces a comment's markup. @throws Refusal post-not-found or thread-not-found, blocked-words, required-field-missing, too-many-requests */
export async function updateComment(
  services: Services,
  { site, memberId, kind, id, markup }: Doing & Which & { markup: string },
): Promise<Comment> {
  const content = await acceptContent(site, markup);
  await services.limits.take(commentChangesPerMember, memberId);
  return transaction(services.db, async (tx) => {
    const { channelId } = await requireMayChange(services, tx, { site, memberId, kind, id });
    await updateContent(tx, id, content);
    await noteChange(tx, channelId);
    return showComment(services, tx, { site, readerId: memberId }, id);
  });
}

/** Deletes a comment, a post with its replies. @throws Refusal post-not-found or thread-not-found, too-many-requests */
export async function removeComment(services: Services, which: Doing & Which): Promise<void> {
  await services.limits.take(commentChangesPerMember, which.memberId);
  await transaction(services.db, async (tx) => {
    await takeOut(tx, await requireMayChange(services, tx, which));
  });
}

/** Deletes a comment, and lets open pages of its channel read it anew. */
async function takeOut(tx: Transaction, { id, channelId }: FoundComment): Promise<void> {
  await deleteComment(tx, id);
  await noteChange(tx, channelId);
}

/**
 * Deletes a comment as a moderator does, in the words of staff, and records it in the audit trail. Channels in content
 * groups are open to staff.
 *
 * @throws Refusal post-not-found
 */
export async function removeCommentAs(
  services: Pick<Services, 'db'>,
  { site, id, ...by }: AuditedBy & { site: Pick<Site, 'id'>; id: string },
): Promise<void> {
  await transaction(services.db, async (tx) => {
    const comment =
      (await findOfSite(tx, site.id, { kind: 'post', id })) ?? (await findOfSite(tx, site.id, { kind: 'thread', id }));
    if (!comment) throw notFound('post');
    await takeOut(tx, comment);
    // The author, not the text: what was said is personal data, and gone.
    const note = `of ${comment.memberId} in ${comment.channelKey}`;
    await recordAct(tx, { ...by, siteId: site.id, action: 'comment.removed', subject: id, note });
  });
}

/** One refusal for a missing comment, another site's, another member's and one in a gated channel, against enumeration. */
async function requireMayChange(
  services: Services,
  tx: Transaction,
  { site, memberId, kind, id }: Doing & Which,
): Promise<FoundComment> {
  const member = await lockMember(services, tx, memberId);
  const comment = await requireOpenComment(tx, { site, memberId, kind, id });
  if (!mayChange(member, comment)) throw notFound(kind);
  return comment;
}

/** @throws Refusal post-not-found or thread-not-found, in a closed channel too */
async function requireOpenComment(
  tx: Transaction,
  { site, memberId, kind, id }: Doing & Which,
  find: typeof holdOfSite = findOfSite,
): Promise<FoundComment> {
  const comment = await find(tx, site.id, { kind, id });
  if (!comment || !(await isOpenChannel(tx, { site, memberId, key: comment.channelKey }))) throw notFound(kind);
  return comment;
}

const mayChange = (member: MemberRecord, comment: FoundComment): boolean =>
  comment.memberId === member.id || member.permissions.includes(moderatorPermission);

const notFound = (kind: CommentKind) => new Refusal(kind === 'post' ? 'post-not-found' : 'thread-not-found');

/**
 * Votes for or against a comment, or takes the vote back. Idempotent; the last vote counts.
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
    const { channelId } = await requireOpenComment(tx, { site, memberId, kind, id }, holdOfSite);
    if (wanted === 'NONE') await deleteVote(tx, { commentId: id, memberId });
    else await saveVote(tx, { commentId: id, memberId, vote: wanted });
    await noteChange(tx, channelId);
    return showComment(services, tx, { site, readerId: memberId }, id);
  });
}

/** Whether a member has written a post or reply. */
export const hasWritten = (db: Database, memberId: string): Promise<boolean> => hasComment(db, memberId);

/** How many posts and replies a member has written. */
export const countComments = (db: Database, memberId: string): Promise<number> => countCommentsOf(db, memberId);

/**
 * Counts a change in every channel with comments or votes of a member whom `remove` deletes, so that open pages do not go on
 * showing them. After the deletion: a reply locks its post before the channel (deadlock).
 */
export async function noteRemoval(tx: Transaction, memberId: string, remove: () => Promise<void>): Promise<void> {
  const channelIds = await selectChannelsOf(tx, memberId);
  await remove();
  if (channelIds.length > 0) await noteChanges(tx, channelIds);
}
