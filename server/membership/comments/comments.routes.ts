import type { FastifyRequest } from 'fastify';
import { commentCalls } from '../../../contract/calls/comments.ts';
import { serving, type OfMember, type Serve } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import type { Asking, SiteScope } from '../sites/site-scope.ts';
import type { Site } from '../sites/site.ts';
import { readChannel, startTyping, subscribe } from './channels.ts';
import { listPosts, listThreads, type Reading } from './comment-views.ts';
import { createPost, createThread, removeComment, updateComment, vote, type Doing } from './comments.ts';

const success = { data: { success: true as const } };

/** Comments: public to read, written by members. */
export function commentRoutes(app: Http, services: Services, scope: SiteScope): void {
  void app.register(async (scoped) => {
    // A site without comments answers no comment call: reading would disclose bylines, writing would publish.
    scoped.addHook('onRequest', async ({ site }) => {
      if (!site.comments.enabled) throw new Refusal('access-denied', { message: 'This site has no comments.' });
    });
    const serve = serving(scoped, commentCalls);
    readingRoutes(serve, services, scope);
    writingRoutes(serve, services);
    changingRoutes(serve, services);
  });
}

type CommentServe = Serve<typeof commentCalls>;

const doingOf = ({ site, signedIn: { memberId } }: Pick<FastifyRequest, 'site'> & OfMember): Doing => ({
  site,
  memberId,
});

function readingRoutes(serve: CommentServe, services: Services, scope: SiteScope): void {
  const readingAt = async (request: Asking & { site: Site }): Promise<Reading> => ({
    site: request.site,
    readerId: (await scope.findSession(request))?.memberId,
  });

  serve('GET /comments/posts', async (request) => ({
    data: await listPosts(services, { ...(await readingAt(request)), ...request.query }),
  }));
  serve('GET /comments/threads', async (request) => ({
    data: { threads: await listThreads(services, { ...(await readingAt(request)), ...request.query }) },
  }));
  serve('GET /comments/channels/info', async (request) => ({
    data: await readChannel(services, { ...(await readingAt(request)), ...request.query }),
  }));
}

function writingRoutes(serve: CommentServe, services: Services): void {
  serve('POST /comments/posts', async (request) => {
    const { channelKey, content, _url: pageUrl } = request.body;
    return { data: await createPost(services, { ...doingOf(request), channelKey, content, pageUrl }) };
  });
  serve('POST /comments/threads', async (request) => {
    const { postId, content } = request.body;
    return { data: await createThread(services, { ...doingOf(request), postId, content }) };
  });
  serve('POST /comments/posts/typing', async (request) => {
    await startTyping(services, { ...doingOf(request), ...request.body });
    return success;
  });
  serve('POST /comments/channels/manage-subscription', async (request) => {
    const { channelKey, action } = request.body;
    await subscribe(services, { ...doingOf(request), channelKey, wanted: action === 'THREADS_ONLY' });
    return success;
  });
}

/** Posts and replies have the same calls. */
function changingRoutes(serve: CommentServe, services: Services): void {
  for (const kind of ['post', 'thread'] as const) {
    serve(`PATCH /comments/${kind}s/:id/update`, async (request) => {
      const { id } = request.params;
      return { data: await updateComment(services, { ...doingOf(request), kind, id, markup: request.body.content }) };
    });
    serve(`POST /comments/${kind}s/:id/vote`, async (request) => {
      const { id } = request.params;
      return { data: await vote(services, { ...doingOf(request), kind, id, ...request.body }) };
    });
    serve(`DELETE /comments/${kind}s/:id`, async (request) => {
      const { id } = request.params;
      await removeComment(services, { ...doingOf(request), kind, id });
      return { data: { id } };
    });
  }
}
