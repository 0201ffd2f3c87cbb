import { defineCalls } from '../call.ts';
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

/** Comments of members: read by visitors, written by members. */
export const commentCalls = defineCalls({
  'GET /comments/posts': {
    caller: 'visitor',
    query: PostsQuery,
    answer: PostsAnswer,
  },
  'POST /comments/posts': {
    caller: 'member',
    body: CreatePostRequest,
    answer: CommentAnswer,
    refusals: ['blocked-words', 'required-field-missing'],
  },
  'PATCH /comments/posts/:id/update': {
    caller: 'member',
    params: CommentParams,
    body: UpdateCommentRequest,
    answer: CommentAnswer,
    refusals: ['post-not-found', 'blocked-words', 'required-field-missing'],
  },
  'POST /comments/posts/:id/vote': {
    caller: 'member',
    params: CommentParams,
    body: VoteRequest,
    answer: CommentAnswer,
    refusals: ['post-not-found'],
  },
  'DELETE /comments/posts/:id': {
    caller: 'member',
    params: CommentParams,
    answer: CommentDeletedAnswer,
    refusals: ['post-not-found'],
  },
  'GET /comments/threads': {
    caller: 'visitor',
    query: ThreadsQuery,
    answer: ThreadsAnswer,
    refusals: ['post-not-found'],
  },
  'POST /comments/threads': {
    caller: 'member',
    body: CreateThreadRequest,
    answer: CommentAnswer,
    refusals: ['post-not-found', 'blocked-words', 'required-field-missing'],
  },
  'PATCH /comments/threads/:id/update': {
    caller: 'member',
    params: CommentParams,
    body: UpdateCommentRequest,
    answer: CommentAnswer,
    refusals: ['thread-not-found', 'blocked-words', 'required-field-missing'],
  },
  'POST /comments/threads/:id/vote': {
    caller: 'member',
    params: CommentParams,
    body: VoteRequest,
    answer: CommentAnswer,
    refusals: ['thread-not-found'],
  },
  'DELETE /comments/threads/:id': {
    caller: 'member',
    params: CommentParams,
    answer: CommentDeletedAnswer,
    refusals: ['thread-not-found'],
  },
  'POST /comments/posts/typing': {
    caller: 'member',
    body: TypingRequest,
    answer: SuccessAnswer,
  },
  'GET /comments/channels/info': {
    caller: 'visitor',
    query: ChannelQuery,
    answer: ChannelAnswer,
  },
  'POST /comments/channels/manage-subscription': {
    caller: 'member',
    body: SubscriptionRequest,
    answer: SuccessAnswer,
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
