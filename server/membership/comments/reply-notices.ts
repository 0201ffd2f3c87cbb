import * as z from 'zod/mini';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addJob, jobKind } from '../../platform/jobs.ts';
import { queueMail, type Mail } from '../../platform/mail.ts';
import { readRichText } from '../../platform/rich-text.ts';
import { findMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { tryTake } from '../sign-in/sign-in-limits.ts';
import { composeSiteMail, mailName } from '../sites/site-mail.ts';
import type { Site } from '../sites/site.ts';
import { isOpenChannel } from './channel-access.ts';
import { hasSubscription } from './channels.store.ts';
import { replyMailsPerMember } from './comment-limits.ts';
import { lockPost, noteTold, type PostWithReplies } from './reply-notices.store.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Debounce: at most one mail about a post's replies in so long, which then counts all of them. */
export const quietMinutes = 10;

/** Mails a post's author about new replies. */
export const replyNoticeJob = jobKind({
  name: 'mail-reply-notice',
  lane: 'mail',
  payload: z.object({ postId: z.string() }),
});
/** Characters of the author's own post in the mail, to recognise it. */
const quoteLength = 140;

/** Queues the notice to a post's author, in the transaction that writes the reply; one job per post. */
export const requestNotice = (tx: Transaction, postId: string, quietSeconds: number): Promise<void> =>
  addJob(tx, replyNoticeJob, { postId }, { key: postId, afterSeconds: quietSeconds });

/** Mails a post's author about new replies, or queues itself again for the end of the quiet time. */
export const sendReplyNotice = (services: Services, postId: string): Promise<void> =>
  transaction(services.db, (tx) => tellAuthor(services, tx, postId));

/** Only to a proved address, as an unproved one may be another person's mailbox, and only while its author can read it. */
async function tellAuthor(services: Services, tx: Transaction, postId: string): Promise<void> {
  const post = await lockPost(tx, postId, quietMinutes);
  if (!post || post.news === 0) return;
  if (post.quietSeconds > 0) return requestNotice(tx, postId, post.quietSeconds);
  const author = await findMember(services, tx, post.authorId);
  const isWanted = await hasSubscription(tx, { channelId: post.channelId, memberId: post.authorId });
  if (!author?.verified || author.suspension || !isWanted) return;
  const site = await services.sites.get(post.siteId);
  if (!site.comments.enabled) return;
  if (!(await isOpenChannel(tx, { site, memberId: author.id, key: post.channelKey }))) return;
  // No other job would tell of these replies: there is one per post.
  if (!(await tryTake(services.limits, replyMailsPerMember, author.id)))
    return requestNotice(tx, postId, replyMailsPerMember.seconds);
  await noteTold(tx, postId);
  const unsubscribe = unsubscribeUrl(services, author.id, post.channelId);
  await queueMail(services, tx, { ...replyMail(site, author.email, post, unsubscribe), memberId: author.id });
}

function replyMail(site: Site, to: string, post: PostWithReplies, unsubscribe: string): Mail {
  const text = readRichText(post.content);
  const quote = text.length > quoteLength ? `${text.slice(0, quoteLength)}…` : text;
  const isOne = post.news === 1;
  return {
    ...composeSiteMail(site, to, {
      kind: 'comment-reply',
      subject: `${mailName(site)}: ${isOne ? 'A reply' : `${post.news} replies`} to your comment`,
      before: [isOne ? 'Somebody has replied to your comment:' : 'Your comment has new replies:', `“${quote}”`],
      link: post.pageUrl === null ? undefined : { url: post.pageUrl, label: 'Open the page' },
      after: ['You get this mail because you asked to be told of replies.', `To get no more of them: ${unsubscribe}`],
    }),
    unsubscribeUrl: unsubscribe,
  };
}
