import type { LimitRule } from '../../platform/http/limits.ts';

/** New posts and replies together. */
export const commentsPerMember: LimitRule = { name: 'comment', points: 10, seconds: 60 };
/** Votes, changes, subscriptions; more than anybody does by hand. */
export const commentChangesPerMember: LimitRule = { name: 'comment-change', points: 60, seconds: 60 };
export const typingPerMember: LimitRule = { name: 'comment-typing', points: 60, seconds: 60 };
/** Over all posts of a member: one who writes much must not be flooded by replies. */
export const replyMailsPerMember: LimitRule = { name: 'comment-reply-mail', points: 10, seconds: 60 * 60 };
