import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
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

export const commentsPerMember: LimitRule = {
  name: 'comment',
  per: 'member',
  points: 10,
  of: 'posts and replies',
  seconds: 60,
};
/** More than anybody does by hand. */
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
    caller: 'visitor',
    query: PostsQuery,
    answer: PostsAnswer,
    refusals: ['access-denied'],
  },
  'POST /comments/posts': {
    caller: 'member',
    body: CreatePostRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'blocked-words', 'required-field-missing'],
    limits: [commentsPerMember],
  },
  'PATCH /comments/posts/:id/update': {
    caller: 'member',
    params: CommentParams,
    body: UpdateCommentRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'post-not-found', 'blocked-words', 'required-field-missing'],
    limits: [commentChangesPerMember],
  },
  'POST /comments/posts/:id/vote': {
    caller: 'member',
    params: CommentParams,
    body: VoteRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'post-not-found'],
    limits: [commentChangesPerMember],
  },
  'DELETE /comments/posts/:id': {
    caller: 'member',
    params: CommentParams,
    answer: CommentDeletedAnswer,
    refusals: ['access-denied', 'post-not-found'],
    limits: [commentChangesPerMember],
  },
  'GET /comments/threads': {
    caller: 'visitor',
    query: ThreadsQuery,
    answer: ThreadsAnswer,
    refusals: ['access-denied', 'post-not-found'],
  },
  'POST /comments/threads': {
    caller: 'member',
    body: CreateThreadRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'post-not-found', 'blocked-words', 'required-field-missing'],
    limits: [commentsPerMember],
  },
  'PATCH /comments/threads/:id/update': {
    caller: 'member',
    params: CommentParams,
    body: UpdateCommentRequest,
    answer: CommentAnswer,
    // With its post a reply is deleted too, while it is being changed say.
    refusals: ['access-denied', 'thread-not-found', 'post-not-found', 'blocked-words', 'required-field-missing'],
    limits: [commentChangesPerMember],
  },
  'POST /comments/threads/:id/vote': {
    caller: 'member',
    params: CommentParams,
    body: VoteRequest,
    answer: CommentAnswer,
    refusals: ['access-denied', 'thread-not-found'],
    limits: [commentChangesPerMember],
  },
  'DELETE /comments/threads/:id': {
    caller: 'member',
    params: CommentParams,
    answer: CommentDeletedAnswer,
    refusals: ['access-denied', 'thread-not-found'],
    limits: [commentChangesPerMember],
  },
  'POST /comments/posts/typing': {
    caller: 'member',
    limits: [writesPerMember],
    body: TypingRequest,
    answer: SuccessAnswer,
    refusals: ['access-denied'],
  },
  'GET /comments/channels/info': {
    caller: 'visitor',
    query: ChannelQuery,
    answer: ChannelAnswer,
    refusals: ['access-denied'],
  },
  'POST /comments/channels/manage-subscription': {
    caller: 'member',
    body: SubscriptionRequest,
    answer: SuccessAnswer,
    refusals: ['access-denied'],
    limits: [commentChangesPerMember],
  },
  'GET /comments/unsubscribe': {
    caller: 'open',
    query: UnsubscribeQuery,
    mediaType: 'text/html',
    refusals: ['invalid-unsubscribe-link'],
  },
  'POST /comments/unsubscribe': {
    caller: 'open',
    query: UnsubscribeQuery,
    mediaType: 'text/html',
    refusals: ['invalid-unsubscribe-link'],
  },
});
