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
import { hasSubscription } from './channels.store.ts';
import { replyMailsPerMember } from './comment-limits.ts';
import { lockPost, noteTold, type PostWithReplies } from './reply-notices.store.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Mails about replies: at most one for a post in so long, which then tells of all that came. */
export const quietMinutes = 10;

export const replyNoticeJob = jobKind({
  name: 'mail-reply-notice',
  lane: 'mail',
  payload: z.object({ postId: z.string() }),
});
/** Characters of one's own post, so that one knows which it is. */
const quoteLength = 140;

/** Has a post's author told of its replies. Queued by the transaction that writes the reply. */
export const requestNotice = (tx: Transaction, postId: string, quietSeconds: number): Promise<void> =>
  addJob(tx, replyNoticeJob, { postId }, { key: postId, afterSeconds: quietSeconds });

/** Tells a post's author of the replies that came, or waits for the quiet time after the last mail to end. */
export const sendReplyNotice = (services: Services, postId: string): Promise<void> =>
  transaction(services.db, (tx) => tellAuthor(services, tx, postId));

/** Only to a proved address: nobody may have mails sent to a mailbox that is not theirs. */
async function tellAuthor(services: Services, tx: Transaction, postId: string): Promise<void> {
  const post = await lockPost(tx, postId, quietMinutes);
  if (!post || post.news === 0) return;
  if (post.quietSeconds > 0) return requestNotice(tx, postId, post.quietSeconds);
  const author = await findMember(services, tx, post.authorId);
  const isWanted = await hasSubscription(tx, { channelId: post.channelId, memberId: post.authorId });
  if (!author?.verified || !isWanted) return;
  if (!(await tryTake(services.limits, replyMailsPerMember, author.id))) return;
  await noteTold(tx, postId);
  const site = await services.sites.get(post.siteId);
  await queueMail(
    services,
    tx,
    replyMail(site, author.email, post, unsubscribeUrl(services, author.id, post.channelId)),
  );
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
