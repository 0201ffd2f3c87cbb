import * as z from 'zod/mini';
import {
  ChannelAnswer,
  ChannelQuery,
  CommentAnswer,
  CommentDeletedAnswer,
  CreatePostRequest,
  CreateThreadRequest,
  PostsAnswer,
  PostsQuery,
  SubscriptionRequest,
  ThreadsAnswer,
  ThreadsQuery,
  TypingRequest,
  UpdateCommentRequest,
  VoteRequest,
} from '../../../contract/comments.ts';
import { SuccessAnswer } from '../../../contract/sign-in.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import type { Asking, SiteScope } from '../site-scope.ts';
import type { Site } from '../sites/site.ts';
import { readChannel, startTyping, subscribe } from './channels.ts';
import { listPosts, listThreads, type Reading } from './comment-views.ts';
import { createPost, createThread, removeComment, updateComment, vote, type Doing } from './comments.ts';

const CommentParams = z.object({ id: z.string() });
const success = { data: { success: true as const } };

/** Comments: read by everybody, written by members. */
export function commentRoutes(app: Http, services: Services, scope: SiteScope): void {
  readingRoutes(app, services, scope);
  writingRoutes(app, services, scope);
  changingRoutes(app, services, scope);
}

type SiteRequest = Asking & { site: Site };

const readingAt = async (scope: SiteScope, request: SiteRequest): Promise<Reading> => ({
  site: requireComments(request.site),
  readerId: (await scope.findSession(request))?.memberId,
});

const doingAt = async (scope: SiteScope, request: SiteRequest): Promise<Doing> => ({
  site: requireComments(request.site),
  memberId: (await scope.requireMember(request)).memberId,
});

/** Where a site does not want them, nobody writes under its name, nor reads who did. */
function requireComments(site: Site): Site {
  if (!site.comments.enabled) throw new Refusal('access-denied', { message: 'This site has no comments.' });
  return site;
}

function readingRoutes(app: Http, services: Services, scope: SiteScope): void {
  app.get(
    '/comments/posts',
    { schema: { querystring: PostsQuery, response: { 200: PostsAnswer } } },
    async (request) => ({
      data: await listPosts(services, { ...(await readingAt(scope, request)), ...request.query }),
    }),
  );

  app.get(
    '/comments/threads',
    { schema: { querystring: ThreadsQuery, response: { 200: ThreadsAnswer } } },
    async (request) => ({
      data: { threads: await listThreads(services, { ...(await readingAt(scope, request)), ...request.query }) },
    }),
  );

  app.get(
    '/comments/channels/info',
    { schema: { querystring: ChannelQuery, response: { 200: ChannelAnswer } } },
    async (request) => ({
      data: await readChannel(services.db, { ...(await readingAt(scope, request)), ...request.query }),
    }),
  );
}

function writingRoutes(app: Http, services: Services, scope: SiteScope): void {
  app.post(
    '/comments/posts',
    { schema: { body: CreatePostRequest, response: { 200: CommentAnswer } } },
    async (request) => {
      const { channelKey, content, _url: pageUrl } = request.body;
      const doing = await doingAt(scope, request);
      return { data: await createPost(services, { ...doing, channelKey, content, pageUrl }) };
    },
  );

  app.post(
    '/comments/threads',
    { schema: { body: CreateThreadRequest, response: { 200: CommentAnswer } } },
    async (request) => {
      const { postId, content } = request.body;
      return { data: await createThread(services, { ...(await doingAt(scope, request)), postId, content }) };
    },
  );

  app.post(
    '/comments/posts/typing',
    { schema: { body: TypingRequest, response: { 200: SuccessAnswer } } },
    async (request) => {
      const { channelKey } = request.body;
      await startTyping(services, { ...(await doingAt(scope, request)), channelKey });
      return success;
    },
  );

  app.post(
    '/comments/channels/manage-subscription',
    { schema: { body: SubscriptionRequest, response: { 200: SuccessAnswer } } },
    async (request) => {
      const { channelKey, action } = request.body;
      const wanted = action === 'THREADS_ONLY';
      await subscribe(services, { ...(await doingAt(scope, request)), channelKey, wanted });
      return success;
    },
  );
}

/** What may be done to a post may be done to a reply. */
function changingRoutes(app: Http, services: Services, scope: SiteScope): void {
  for (const kind of ['post', 'thread'] as const) {
    const address = `/comments/${kind}s/:id`;

    app.patch(
      `${address}/update`,
      { schema: { params: CommentParams, body: UpdateCommentRequest, response: { 200: CommentAnswer } } },
      async (request) => {
        const { id } = request.params;
        const { content: markup } = request.body;
        return { data: await updateComment(services, { ...(await doingAt(scope, request)), kind, id, markup }) };
      },
    );

    app.post(
      `${address}/vote`,
      { schema: { params: CommentParams, body: VoteRequest, response: { 200: CommentAnswer } } },
      async (request) => {
        const { id } = request.params;
        return { data: await vote(services, { ...(await doingAt(scope, request)), kind, id, ...request.body }) };
      },
    );

    app.delete(
      address,
      { schema: { params: CommentParams, response: { 200: CommentDeletedAnswer } } },
      async (request) => {
        const { id } = request.params;
        await removeComment(services, { ...(await doingAt(scope, request)), kind, id });
        return { data: { id } };
      },
    );
  }
}
