import { limits } from '../limits.ts';
import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
import {
  ChannelAnswer,
  ChannelQuery,
  CommentAnswer,
  CommentDeletedAnswer,
  CommentParams,
  CreatePostRequest,
  CreateThreadRequest,
  PostsAnswer,
  PostsQuery,
  SubscriptionRequest,
  ThreadsAnswer,
  ThreadsQuery,
  TypingRequest,
  UnsubscribeQuery,
  UpdateCommentRequest,
  VoteRequest,
} from '../comments.ts';
import { SuccessAnswer } from '../sign-in.ts';
import type { Comment } from '../comments.ts';

/** Seconds for which a report of a page counts. Pages say every 20 that a member is there, and one of two may be lost. */
export const presenceSeconds = { typing: limits.typingSeconds, here: 45 };

export const commentsPerMember: LimitRule = {
  name: 'comment',
  per: 'member',
  points: 10,
  of: 'posts and replies',
  seconds: 60,
};
const post: Comment = {
  id: 'cmt_sb_4h8d2k9s1w5x7t0c3p6v8n2b',
  internalOrder: '17',
  createdAt: '2026-11-20T09:12:44.000Z',
  updatedAt: '2026-11-20T09:12:44.000Z',
  content: '<p>Which <b>saw</b> for oak?</p>',
  member: { id: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m', customFields: { 'first-name': 'Frankie' }, profileImage: null },
  _count: { Threads: 1, likedBy: 2, dislikedBy: 0 },
  activeMemberVote: 'NONE',
};
const reply: Comment = {
  ...post,
  id: 'cmt_sb_9t3m6q1z8r4k7w2x5c0v3b6n',
  internalOrder: '1',
  content: 'The small one.',
  _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
};
const sent = { data: { success: true } };
const page =
  'Pages go by `internalOrder`: `after` names the last one seen, so that what is written meanwhile hides and repeats none. `order` is `newest` or `oldest`; `limit` is 1 to 100, 20 unless said.';

/** A post and a reply are changed alike. */
const changesOf = (word: 'post' | 'reply', shown: Comment) => {
  const params = { id: shown.id };
  return {
    update: {
      summary: `Change a ${word}`,
      about: 'For its author and for members with the permission `moderate-comments`; others get a not-found error.',
      example: { params, body: { content: shown.content }, answer: { data: shown } },
    },
    vote: {
      summary: `Vote on a ${word}`,
      about: 'UP, DOWN, or NONE to take the vote back. One vote for each member; the last word counts.',
      example: {
        params,
        body: { vote: 'UP' },
        answer: { data: { ...shown, _count: { ...shown._count, likedBy: 3 }, activeMemberVote: 'UP' } },
      },
    },
    remove: {
      summary: `Delete a ${word}`,
      about: word === 'post' ? 'Its replies go with it.' : 'As for a post.',
      example: { params, answer: { data: params } },
    },
  };
};
const postChanges = changesOf('post', post);
const replyChanges = changesOf('reply', reply);

/** More than a person does by hand. */
export const commentChangesPerMember: LimitRule = {
  name: 'comment-change',
  per: 'member',
  points: 60,
  of: 'votes, changes and subscriptions',
  seconds: 60,
};

/** Comments of members: read by visitors, written by members. */
export const commentCalls = defineCalls({
  'GET /comments/posts': {
    summary: 'Read the posts of a channel',
    about: `A channel nobody has written in has none. ${page}`,
    caller: 'visitor',
    query: PostsQuery,
    answer: PostsAnswer,
    refusals: ['access-denied'],
    example: { query: { channelKey: 'workshop', limit: '20' }, answer: { data: { posts: [post], totalCount: 1 } } },
  },
  'POST /comments/posts': {
    summary: 'Write a post',
    about: 'The first one makes the channel. The page in `_url` is kept if it is one of the site’s.',
    caller: 'member',
    body: CreatePostRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'blocked-words', 'required-field-missing'],
    limits: [commentsPerMember],
    example: { body: { channelKey: 'workshop', content: post.content }, answer: { data: post } },
  },
  'PATCH /comments/posts/:id/update': {
    ...postChanges.update,
    caller: 'member',
    params: CommentParams,
    body: UpdateCommentRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'post-not-found', 'blocked-words', 'required-field-missing'],
    limits: [commentChangesPerMember],
  },
  'POST /comments/posts/:id/vote': {
    ...postChanges.vote,
    caller: 'member',
    params: CommentParams,
    body: VoteRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'post-not-found'],
    limits: [commentChangesPerMember],
  },
  'DELETE /comments/posts/:id': {
    ...postChanges.remove,
    caller: 'member',
    params: CommentParams,
    answer: CommentDeletedAnswer,
    refusals: ['access-denied', 'post-not-found'],
    limits: [commentChangesPerMember],
  },
  'GET /comments/threads': {
    summary: 'Read the replies to a post',
    about: page,
    caller: 'visitor',
    query: ThreadsQuery,
    answer: ThreadsAnswer,
    refusals: ['access-denied', 'post-not-found'],
    example: { query: { postId: post.id, order: 'oldest' }, answer: { data: { threads: [reply] } } },
  },
  'POST /comments/threads': {
    summary: 'Reply to a post',
    about: 'The author of the post gets a mail where they asked for it, one in ten minutes at most.',
    caller: 'member',
    body: CreateThreadRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'post-not-found', 'blocked-words', 'required-field-missing'],
    limits: [commentsPerMember],
    example: { body: { postId: post.id, content: reply.content }, answer: { data: reply } },
  },
  'PATCH /comments/threads/:id/update': {
    ...replyChanges.update,
    caller: 'member',
    params: CommentParams,
    body: UpdateCommentRequest,
    answer: CommentAnswer,
    // Race: its post may be deleted, and the reply with it, while the reply is changed.
    refusals: ['access-denied', 'thread-not-found', 'post-not-found', 'blocked-words', 'required-field-missing'],
    limits: [commentChangesPerMember],
  },
  'POST /comments/threads/:id/vote': {
    ...replyChanges.vote,
    caller: 'member',
    params: CommentParams,
    body: VoteRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'thread-not-found'],
    limits: [commentChangesPerMember],
  },
  'DELETE /comments/threads/:id': {
    ...replyChanges.remove,
    caller: 'member',
    params: CommentParams,
    answer: CommentDeletedAnswer,
    refusals: ['access-denied', 'thread-not-found'],
    limits: [commentChangesPerMember],
  },
  'POST /comments/posts/typing': {
    summary: 'Report presence or typing',
    about: `Typing is good for ${presenceSeconds.typing} seconds, being there for ${presenceSeconds.here}. With \`isTyping\` false the member reads: what is new counts as seen.`,
    caller: 'member',
    limits: [writesPerMember],
    body: TypingRequest,
    answer: SuccessAnswer,
    refusals: ['access-denied'],
    example: { body: { channelKey: 'workshop' }, answer: sent },
  },
  'GET /comments/channels/info': {
    summary: 'Read about a channel',
    about:
      '`typing` counts others. Where `changes` is another number than before, something was written, changed, deleted or voted. `unread` is for members with a subscription, and who is `present` is told by name to members alone.',
    caller: 'visitor',
    query: ChannelQuery,
    answer: ChannelAnswer,
    refusals: ['access-denied'],
    example: {
      query: { channelKey: 'workshop' },
      answer: {
        data: {
          key: 'workshop',
          postCount: 17,
          subscribed: true,
          typing: 1,
          changes: 64,
          unread: 2,
          present: { count: 1, members: [post.member] },
        },
      },
    },
  },
  'POST /comments/channels/manage-subscription': {
    summary: 'Subscribe to or unsubscribe from reply mails',
    about:
      'THREADS_ONLY tells of replies to one’s own posts in the channel; NONE ends it, as the link in each mail does.',
    caller: 'member',
    body: SubscriptionRequest,
    answer: SuccessAnswer,
    refusals: ['access-denied'],
    limits: [commentChangesPerMember],
    example: { body: { channelKey: 'workshop', action: 'THREADS_ONLY' }, answer: sent },
  },
  'GET /comments/unsubscribe': {
    summary: 'Open the link that ends mails about replies',
    about: 'A page with a button; opening it changes nothing.',
    caller: 'open',
    query: UnsubscribeQuery,
    mediaType: 'text/html',
    refusals: ['invalid-unsubscribe-link'],
    example: { query: { token: 'mem_sb_5k2r….12.Qm3…' }, answer: 'The page.' },
  },
  'POST /comments/unsubscribe': {
    summary: 'End mails about replies',
    about: 'The one-click request of RFC 8058, which mail programs send.',
    caller: 'open',
    query: UnsubscribeQuery,
    mediaType: 'text/html',
    refusals: ['invalid-unsubscribe-link'],
    example: { query: { token: 'mem_sb_5k2r….12.Qm3…' }, answer: 'A page that says so.' },
  },
});

/** What the API reference says of them. */
export const commentSubject: CallSubject = {
  title: 'Comments',
  about:
    'Posts in channels and replies to them, which the protocol calls threads. Everybody reads, members write. A channel in a content group exists only for members who may open that group. The text is HTML with a few allowed tags; all others are removed. Of an author, visitors see public custom fields and members also those with the visibility MEMBERS.',
  calls: commentCalls,
};
