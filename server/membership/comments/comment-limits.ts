import { declareLimit, type LimitRule } from '../../platform/http/limits.ts';

/** Reports that a member is typing. Over the limit they are ignored, not refused. */
export const typingPerMember = declareLimit({ name: 'comment-typing', per: 'member', points: 60, seconds: 60 });
/** Reply mails to one member, over all their posts, so that replies cannot flood a mailbox. */
export const replyMailsPerMember: LimitRule = {
  name: 'comment-reply-mail',
  per: 'member',
  points: 10,
  seconds: 60 * 60,
};
