import type { LimitRule } from '../../platform/http/limits.ts';

/** A page that says so too often is not refused. */
export const typingPerMember: LimitRule = { name: 'comment-typing', per: 'member', points: 60, seconds: 60 };
/** Over all posts of a member: one who writes much must not be flooded by replies. */
export const replyMailsPerMember: LimitRule = {
  name: 'comment-reply-mail',
  per: 'member',
  points: 10,
  seconds: 60 * 60,
};
