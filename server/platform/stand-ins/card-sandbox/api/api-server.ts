import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { closeConnection, isAnswerLost, applyFault } from './api-faults.ts';
import { apiRoutes, type ApiRoute } from './api.routes.ts';
import { expand } from './expand.ts';
import { doOnce, fingerprintOf, type StoredAnswer } from './idempotency.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { parseForm } from '../wire/form.ts';
import { newWireId } from '../wire/ids.ts';
import { apiVersion } from '../wire/objects.ts';
import { invalidRequest, WireError, type WireErrorBody } from '../wire/wire-error.ts';

const formType = 'application/x-www-form-urlencoded';

/** The provider's API on a free local port. Closing it cuts the connections that a fault keeps hanging. */
export async function startApiServer(sandbox: Sandbox): Promise<FastifyInstance> {
  const server = Fastify({
    forceCloseConnections: true,
    genReqId: () => newWireId('req_', 14),
    routerOptions: { maxParamLength: 255 },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id).header('stripe-version', request.headers['stripe-version'] ?? apiVersion);
    requireSecretKey(request.headers.authorization);
    await applyFault(sandbox.db, request, reply);
  });
  for (const route of apiRoutes) {
    server.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      handler: (request, reply) => answer(sandbox, route, request, reply),
    });
  }
  server.setNotFoundHandler((request) => {
    throw new WireError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${pathOf(request.url)}). The card sandbox speaks only a part of the API.`,
    });
  });
  server.setErrorHandler((error, request, reply) => refuse(sandbox, error, request, reply));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

async function answer(
  sandbox: Sandbox,
  route: ApiRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text =
    route.method === 'POST' ? ((request.body as string | undefined) ?? '') : (request.url.split('?')[1] ?? '');
  const { expand: wanted, ...form } = parseForm(text);
  const { id = '' } = request.params as { id?: string };
  const key = route.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
  const stored = await change(sandbox, async (tx): Promise<StoredAnswer> => {
    const cause = { requestId: request.id, idempotencyKey: key ?? null };
    const work = async () =>
      expand(tx, await route.handle({ tx, publicUrl: sandbox.publicUrl, id, form, cause }), wanted);
    if (key === undefined) return { answer: await work() };
    const fingerprint = fingerprintOf(route.method, pathOf(request.url), text);
    return doOnce(tx, { key, requestId: request.id, fingerprint }, work);
  });
  if (isAnswerLost(request)) return closeConnection(reply);
  if (key !== undefined) reply.header('idempotency-key', key);
  if (stored.originalRequestId !== undefined)
    reply.header('idempotent-replayed', 'true').header('original-request', stored.originalRequestId);
  return send(reply, 200, stored.answer);
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-cache, no-store')
    .type('application/json')
    .send(JSON.stringify(body, null, 2));

const pathOf = (url: string) => url.split('?')[0] ?? '';

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Any test key will do; there is one account. */
function requireSecretKey(authorization: string | undefined): void {
  const [, scheme, credentials = ''] = /^(Basic|Bearer)\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  const key =
    scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials;
  const refusal = (message: string) => new WireError(401, { type: 'invalid_request_error', message });
  if (!key)
    throw refusal(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. "Authorization: Bearer YOUR_SECRET_KEY").',
    );
  if (!/^(sk|rk)_test_\w+$/.test(key))
    throw refusal(`Invalid API Key provided: ${key.slice(0, 8)}****. The card sandbox takes sk_test_… keys.`);
}

function refuse(sandbox: Sandbox, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isAnswerLost(request)) return closeConnection(reply);
  const refusal = error instanceof WireError ? error : fromFramework(error);
  if (refusal.status === 500 && !(error instanceof WireError)) sandbox.log.error({ err: error }, 'card sandbox failed');
  const body: { error: WireErrorBody } = { error: refusal.body };
  return send(reply, refusal.status, body);
}

/** Maps framework errors: a malformed request is 400, everything else 500. */
function fromFramework(error: unknown): WireError {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return invalidRequest(error instanceof Error ? error.message : 'Invalid request.');
  return new WireError(500, { type: 'api_error', message: 'The card sandbox failed.' });
}
