import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { parse as parseSafely } from 'secure-json-parse';
import type { ErrorAnswer } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { isUnavailable } from '../database/database.ts';
import { newId } from '../keys.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { clientAddress, parseProxies } from './client-address.ts';
import { measureRequests } from './metrics.ts';
import { useZodSchemas, type Http } from './typed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What limits count against: the client's address, IPv6 by its /64. */
    clientAddress: string;
  }
}

export interface HttpOptions {
  log: Log;
  trustedProxies: string[];
}

/** Milliseconds. Slow and idle clients are cut off. */
const times = { headers: 10_000, body: 30_000, keepAlive: 65_000 };
const maxConnections = 1_000;

/** The HTTP server: request ids, strict JSON, one place for refusals, protecting headers, metrics. No routes yet. */
export function createHttpServer({ log, trustedProxies }: HttpOptions): Http {
  const proxies = parseProxies(trustedProxies);
  const app = Fastify({
    loggerInstance: log as never,
    disableRequestLogging: true,
    genReqId: () => newId('req_'),
    bodyLimit: limits.jsonBodyMaxBytes,
    requestTimeout: times.body,
    keepAliveTimeout: times.keepAlive,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: times.headers },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = maxConnections;
  readStrictJson(app as never);
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', async (request, reply) => {
    request.clientAddress = clientAddress(request.ip, header(request, 'x-forwarded-for'), proxies);
    reply.headers(protectingHeaders).header('x-request-id', request.id);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new Refusal('not-found');
  });
  measureRequests(app as never);
  return useZodSchemas(app as never);
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** Personal data everywhere: nothing is cached unless a route says otherwise. */
const protectingHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Exactly `application/json`, within depth and number of keys, and no key that could change an object's nature. */
function readStrictJson(app: Http): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      const body: unknown = parseSafely(text as string, undefined, {
        protoAction: 'error',
        constructorAction: 'error',
      });
      requireModest(body);
      done(null, body);
    } catch (error) {
      done(error instanceof Refusal ? error : new Refusal('invalid-json'));
    }
  });
}

function requireModest(body: unknown): void {
  let keys = 0;
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.jsonMaxDepth) throw new Refusal('invalid-json', { message: 'The JSON is nested too deeply.' });
    const next: unknown[] = [];
    for (const value of level) if (typeof value === 'object' && value !== null) next.push(...Object.values(value));
    keys += next.length;
    if (keys > limits.jsonMaxKeys) throw new Refusal('invalid-json', { message: 'The JSON has too many keys.' });
    level = next;
  }
}

/** The one place where what went wrong becomes an answer. Inner text never leaves the server. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal.status >= 500)
    request.log.error({ requestId: request.id, err: error, route: request.routeOptions.url }, refusal.message);
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const body: ErrorAnswer = {
    error: {
      ...refusal.extras,
      code: refusal.code,
      message: refusal.message,
      ...(refusal.status >= 500 ? { requestId: request.id } : {}),
    },
  };
  void reply.status(refusal.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('service-unavailable', { retryAfterSeconds: 1 });
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported-media-type');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body-too-large');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new Refusal('invalid-json');
  if (statusCode >= 400 && statusCode < 500) return new Refusal(statusCode === 404 ? 'not-found' : 'invalid-request');
  return new Refusal('unknown-error');
}

/** Methods our addresses know. Others than the registered ones answer 405 once this has run over all routes. */
const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Answers 405 with `Allow` where an address exists but not for the method asked.
 * Call it before routes are added; the answers are added when the server is made ready.
 */
export function refuseOtherMethods(app: Http): () => void {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });
  return () => {
    for (const [url, known] of [...methods]) {
      if (url.includes('*')) continue;
      const missing = knownMethods.filter((method) => !known.has(method));
      const allow = [...known].join(', ');
      if (missing.length > 0)
        app.route({
          method: missing,
          url,
          handler: (_request, reply) => {
            void reply.header('allow', allow);
            throw new Refusal('method-not-allowed');
          },
        });
    }
  };
}
