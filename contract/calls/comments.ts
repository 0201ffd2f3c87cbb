import { defineCalls } from '../call.ts';

export const commentCalls = defineCalls({
  'GET /comments/posts': {
    caller: 'visitor',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { querystring: PostsQuery, response: { 200: PostsAnswer } } }
  },
  'POST /comments/posts': {
    caller: 'member',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { body: CreatePostRequest, response: { 200: CommentAnswer } } }
    refusals: ['blocked-words', 'required-field-missing'],
  },
  'PATCH /comments/posts/:id/update': {
    caller: 'member',
    // SCHEMA not found
    refusals: ['post-not-found', 'blocked-words', 'required-field-missing'],
  },
  'POST /comments/posts/:id/vote': {
    caller: 'member',
    // SCHEMA not found
    refusals: ['post-not-found'],
  },
  'DELETE /comments/posts/:id': {
    caller: 'member',
    // SCHEMA not found
    refusals: ['post-not-found'],
  },
  'GET /comments/threads': {
    caller: 'visitor',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { querystring: ThreadsQuery, response: { 200: ThreadsAnswer } } }
    refusals: ['post-not-found'],
  },
  'POST /comments/threads': {
    caller: 'member',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { body: CreateThreadRequest, response: { 200: CommentAnswer } } }
    refusals: ['post-not-found', 'blocked-words', 'required-field-missing'],
  },
  'PATCH /comments/threads/:id/update': {
    caller: 'member',
    // SCHEMA not found
    refusals: ['thread-not-found', 'blocked-words', 'required-field-missing'],
  },
  'POST /comments/threads/:id/vote': {
    caller: 'member',
    // SCHEMA not found
    refusals: ['thread-not-found'],
  },
  'DELETE /comments/threads/:id': {
    caller: 'member',
    // SCHEMA not found
    refusals: ['thread-not-found'],
  },
  'POST /comments/posts/typing': {
    caller: 'member',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { body: TypingRequest, response: { 200: SuccessAnswer } } }
  },
  'GET /comments/channels/info': {
    caller: 'visitor',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { querystring: ChannelQuery, response: { 200: ChannelAnswer } } }
  },
  'POST /comments/channels/manage-subscription': {
    caller: 'member',
    // SCHEMA server/membership/comments/comments.routes.ts { schema: { body: SubscriptionRequest, response: { 200: SuccessAnswer } } }
  },
  'GET /comments/unsubscribe': {
    caller: 'open',
    // SCHEMA not found
    mediaType: 'text/html',
    refusals: ['invalid-unsubscribe-link'],
  },
  'POST /comments/unsubscribe': {
    caller: 'open',
    // SCHEMA not found
    mediaType: 'text/html',
    refusals: ['invalid-unsubscribe-link'],
  },
});
