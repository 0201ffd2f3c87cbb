import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { newId } from '../keys.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { withinRequest, type RequestContext } from '../security-events/request-context.ts';
import { createBrokenRequestAnswer, createErrorAnswer, protectingHeaders, withCharset } from './answers.ts';
import { clientAddress, createProxyNotice, isFromProxy, parseProxies } from './client-address.ts';
import { useCookies } from './cookies.ts';
import { readStrictJson } from './json-body.ts';
import { isKnownMethod } from './methods.ts';
import { measureRequests } from './metrics.ts';
import { startRequestSpan } from './request-spans.ts';
import { requireScope } from './serve.ts';
import { useZodSchemas, type Http } from './typed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of rate limits: the client's address, IPv6 by its /64. */
    clientAddress: string;
    /** The request's part of security events. */
    securityContext: RequestContext;
  }
}

/** Options of the HTTP server. */
export interface HttpOptions {
  log: Log;
  trustedProxies: string[];
  /** The public origin; over https, answers carry HSTS. */
  appUrl?: string;
  /** Whether a call that answers a refusal it does not declare answers `unknown-error` instead, and not only logs it. */
  strict?: boolean;
  /** Whether a request that a trusted proxy forwards may be part of a trace that began before it (`traceparent`). */
  joinsTraces?: boolean;
}

/** In characters: a mail address, each of its 254 bytes escaped. */
const maxParamLength = 254 * 3;
/** Timeouts in milliseconds, against slowloris: slow and idle clients are disconnected. */
export const times = { headers: 10_000, body: 30_000, keepAlive: 65_000, look: 1_000 };
/** Room for a thousand slow connections and as many others. */
export const maxConnections = 2_000;

/** The HTTP server: request ids, strict JSON, one place for refusals, protecting headers, metrics. No routes yet. */
export function createHttpServer({
  log,
  trustedProxies,
  appUrl = '',
  strict = true,
  joinsTraces = true,
}: HttpOptions): Http {
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
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: times.headers,
      connectionsCheckingInterval: times.look,
      // `requireOneHost` refuses in our words, with the protecting headers.
      requireHostHeader: false,
    },
    // Graceful shutdown: open connections are still answered, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An undecodable URL is routed again to the not-found handler, so that its refusal passes all hooks.
    frameworkErrors(error, { raw }, reply) {
      unreadable.set(raw, error);
      raw.url = '/';
      app.routing(raw, reply.raw);
    },
    clientErrorHandler: createBrokenRequestAnswer(headers),
  }) as unknown as FastifyInstance;
  app.server.maxConnections = maxConnections;
  // Node alone would answer 417 without the protecting headers; RFC 9110, 10.1.1, lets us do what was asked.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  readStrictJson(app);
  app.decorate('isStrict', strict);
  app.addHook('onRoute', function (route) {
    requireScope(this, route);
  });
  app.decorateRequest('clientAddress', '');
  useCookies(app);
  enterContext(app, proxies, joinsTraces);
  app.addHook('onRequest', async (request, reply) => {
    noticeProxy(request.ip, header(request, 'x-forwarded-for'));
    reply.headers(headers).header('x-request-id', request.id);
    // A preflight must be answered, or the page could not read the refusal.
    if (request.method === 'OPTIONS') return;
    const fault = unreadable.get(request.raw);
    if (fault) throw fault;
    requireOneHost(request);
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
 * Runs a request within its AsyncLocalStorage context. Reading the body loses it, because socket events run outside, so
 * it is entered again after that.
 */
function enterContext(app: FastifyInstance, proxies: ReturnType<typeof parseProxies>, joinsTraces: boolean): void {
  app.decorateRequest('securityContext');
  app.addHook('onRequest', (request, reply, done) => {
    request.clientAddress = clientAddress(request.ip, header(request, 'x-forwarded-for'), proxies);
    // Decision 0057: of a stranger it would choose what is recorded, and mix traces of several people.
    const isBelieved = joinsTraces && isFromProxy(request.ip, proxies);
    const span = startRequestSpan(request, reply, isBelieved ? header(request, 'traceparent') : undefined);
    request.securityContext = { log: request.log as Log, client: request.clientAddress, span };
    withinRequest(request.securityContext, done);
  });
  app.addHook('preValidation', (request, _reply, done) => withinRequest(request.securityContext, done));
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** RFC 9112, 3.2: with several, a proxy in front may have judged another one. Clients of HTTP/1.0 send none. */
function requireOneHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')) throw new Refusal('invalid-request');
}

/** PostgreSQL accepts no NUL in a text. */
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
