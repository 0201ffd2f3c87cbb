import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { newId } from '../keys.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { withinRequest, type RequestContext } from '../security-events/request-context.ts';
import { createBrokenRequestAnswer, createErrorAnswer, protectingHeaders, withCharset } from './answers.ts';
import { clientAddress, createProxyNotice, parseProxies } from './client-address.ts';
import { useCookies } from './cookies.ts';
import { readStrictJson } from './json-body.ts';
import { isKnownMethod } from './methods.ts';
import { measureRequests } from './metrics.ts';
import { requireScope } from './serve.ts';
import { useZodSchemas, type Http } from './typed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What limits count against: the client's address, IPv6 by its /64. */
    clientAddress: string;
    /** What security events say of the request. */
    securityContext: RequestContext;
  }
}

export interface HttpOptions {
  log: Log;
  trustedProxies: string[];
  /** The origin people use; over https, browsers are told to stay there. */
  appUrl?: string;
  /** Whether a call that answers a refusal it does not declare answers `unknown-error` instead, and not only logs it. */
  strict?: boolean;
}

/** In characters: a mail address, each of its 254 bytes escaped. */
const maxParamLength = 254 * 3;
/** Milliseconds. Slow and idle clients are cut off. */
export const times = { headers: 10_000, body: 30_000, keepAlive: 65_000, look: 1_000 };
/** Room for a thousand slow ones and for everybody else beside them. */
export const maxConnections = 2_000;

/** The HTTP server: request ids, strict JSON, one place for refusals, protecting headers, metrics. No routes yet. */
export function createHttpServer({ log, trustedProxies, appUrl = '', strict = true }: HttpOptions): Http {
  const proxies = parseProxies(trustedProxies);
  const noticeProxy = createProxyNotice(log, proxies);
  const headers = protectingHeaders(appUrl);
  const unreadable = new WeakMap<IncomingMessage, Error>();
  const app = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId('req_'),
    bodyLimit: limits.jsonBodyMaxBytes,
    requestTimeout: times.body,
    keepAliveTimeout: times.keepAlive,
    routerOptions: { maxParamLength, ignoreTrailingSlash: false },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: times.headers, connectionsCheckingInterval: times.look },
    // Open connections are answered while we stop, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Addresses the router cannot read go through it once more, so that their refusals meet every hook there is.
    frameworkErrors(error, { raw }, reply) {
      unreadable.set(raw, error);
      raw.url = '/';
      app.routing(raw, reply.raw);
    },
    clientErrorHandler: createBrokenRequestAnswer(headers),
  }) as unknown as FastifyInstance;
  app.server.maxConnections = maxConnections;
  readStrictJson(app);
  app.decorate('isStrict', strict);
  app.addHook('onRoute', function (route) {
    requireScope(this, route);
  });
  app.decorateRequest('clientAddress', '');
  useCookies(app);
  enterContext(app, proxies);
  app.addHook('onRequest', async (request, reply) => {
    noticeProxy(request.ip, header(request, 'x-forwarded-for'));
    reply.headers(headers).header('x-request-id', request.id);
    // Without an answer to the question before it, no page could read the refusal.
    if (request.method === 'OPTIONS') return;
    const fault = unreadable.get(request.raw);
    if (fault) throw fault;
    requirePlain(request);
    requireStorableQuery(request);
  });
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string') reply.header('content-type', withCharset(type));
  });
  app.setErrorHandler(createErrorAnswer(headers));
  app.setNotFoundHandler((request) => {
    throw new Refusal(isKnownMethod(request.method) ? 'not-found' : 'method-not-allowed');
  });
  measureRequests(app);
  return useZodSchemas(app);
}

/**
 * Runs all that is done for a request within its context. Reading the body leaves it, as the socket's events do, so it is
 * entered again after that.
 */
function enterContext(app: FastifyInstance, proxies: ReturnType<typeof parseProxies>): void {
  app.decorateRequest('securityContext');
  app.addHook('onRequest', (request, _reply, done) => {
    request.clientAddress = clientAddress(request.ip, header(request, 'x-forwarded-for'), proxies);
    request.securityContext = { log: request.log as Log, client: request.clientAddress };
    withinRequest(request.securityContext, done);
  });
  app.addHook('preValidation', (request, _reply, done) => withinRequest(request.securityContext, done));
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** NUL can be neither stored nor looked for. */
function requireStorableQuery({ url }: FastifyRequest): void {
  const queryAt = url.indexOf('?');
  if (queryAt >= 0 && url.includes('%00', queryAt)) throw new Refusal('invalid-request');
}

/** Decompression bombs: a small compressed body can become a huge one, and 64 kilobytes need no compression. */
function requirePlain(request: FastifyRequest): void {
  const encoding = header(request, 'content-encoding');
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new Refusal('unsupported-media-type', { message: 'Send the request body without compression.' });
}
