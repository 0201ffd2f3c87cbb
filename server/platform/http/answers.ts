import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDeclared } from '../../../contract/call.ts';
import type { ErrorAnswer, ErrorCode } from '../../../contract/errors.ts';
import { isUnavailable } from '../database/database.ts';
import { NoPrimary } from '../database/primary.ts';
import { Refusal } from '../refusal.ts';
import { recordEvent } from '../security-events/record-event.ts';
import { withinRequest } from '../security-events/request-context.ts';

const yearSeconds = 31_536_000;

/**
 * Security headers of every answer. `no-store` unless a route says otherwise, because most answers hold personal data;
 * HSTS where the origin is https.
 */
export const protectingHeaders = (appUrl: string): Record<string, string> => ({
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ...(appUrl.startsWith('https://')
    ? { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }
    : {}),
});

/** Types whose bytes are letters: without a charset a browser may guess one (OWASP ASVS 4.1.1). */
const textTypes = /^(?:text\/[\w.-]+|[\w.-]+\/(?:xml|[\w.-]+\+xml))\s*(?:;(?!.*charset=).*)?$/i;

/** @returns a content type with its charset, where the type has one */
export const withCharset = (type: string): string => (textTypes.test(type) ? `${type}; charset=utf-8` : type);

const jsonType = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether an undeclared refusal is a fault, as it is outside production. */
    isStrict: boolean;
  }
}

/** The only place that turns errors into answers. Internal messages never leave the server. */
export function createErrorAnswer(headers: Record<string, string>) {
  // Reading a body loses the request's context, and with it the trace of the log line.
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    withinRequest(request.securityContext, () => answer(error, request, reply));

  function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = refusalOf(error, request);
    if (refusal.status >= 500 && !refusal.isLogged)
      request.log.error({ err: error, route: request.routeOptions.url }, refusal.message);
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
    // A route that failed half way may have set other headers already.
    reply.headers(headers).header('x-request-id', request.id);
    void reply
      .status(refusal.status)
      .type(jsonType)
      .serializer(JSON.stringify)
      .send(asBody(refusal, refusal.status >= 500 ? request.id : undefined));
  }
}

/**
 * What a call answers about a fault. Clients and the API reference rely on what it declares in `contract/calls/`: outside
 * production a refusal or a limit that is not declared there becomes `unknown-error`; in production it is logged.
 */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const refusal = asRefusal(error);
  withinRequest(request.securityContext, () => noteDenial(refusal));
  const { code, limit } = refusal;
  const { call, url } = request.routeOptions.config;
  if (!call || isDeclared(call, code, limit)) return refusal;
  const what = limit === undefined ? `"${code}"` : `"${code}" by the limit "${limit}"`;
  const message = `${request.method} ${url} answers ${what}, which it does not declare in contract/calls/`;
  request.log.error({ err: refusal }, message);
  return request.server.isStrict ? new Refusal('unknown-error', { message }) : refusal;
}

/** Refusals of access, which are security events; other ones with 403 say what is missing. */
const denials: Partial<Record<ErrorCode, 'origin' | 'proof' | 'denied'>> = {
  'origin-not-allowed': 'origin',
  'recent-login-required': 'proof',
  'access-denied': 'denied',
  'field-not-writable': 'denied',
  'plan-restricted-to-admin': 'denied',
  'cannot-change-team-account': 'denied',
};

function noteDenial({ code }: Refusal): void {
  const outcome = denials[code];
  if (outcome) recordEvent('access-denied', { outcome });
}

const asBody = ({ extras, code, message }: Refusal, requestId?: string): ErrorAnswer => ({
  error: { ...extras, code, message, ...(requestId === undefined ? {} : { requestId }) },
});

const frameworkRefusals = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
} as const;

/** SQLSTATEs of text that PostgreSQL cannot store (invalid UTF-8, NUL): a fault of the request. */
const unstorableStates = ['22021', '22P05'];

/** A standby takes over within 20 s (deploy/patroni.yml). */
const failoverRetrySeconds = 5;

/** Maps an error to a refusal: refusals unchanged, everything else to a generic code. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof NoPrimary)
    return new Refusal('service-unavailable', { retryAfterSeconds: failoverRetrySeconds });
  if (isUnavailable(error)) return new Refusal('service-unavailable', { retryAfterSeconds: 1 });
  const { code = '', statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  if (unstorableStates.includes(code)) return new Refusal('invalid-request');
  const known = frameworkRefusals[code as keyof typeof frameworkRefusals];
  if (known) return new Refusal(known);
  if (statusCode >= 400 && statusCode < 500) return new Refusal(statusCode === 404 ? 'not-found' : 'invalid-request');
  return new Refusal('unknown-error');
}

/** Answers malformed HTTP, for which there is no reply object: written to the socket, which is then closed. */
export function createBrokenRequestAnswer(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const refusal = new Refusal(brokenRequests[error.code ?? ''] ?? 'invalid-request');
      const body = JSON.stringify(asBody(refusal));
      const lines = {
        ...headers,
        'content-type': jsonType,
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      };
      socket.write(
        `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
          `${Object.entries(lines)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('')}\r\n${body}`,
      );
    }
    socket.destroy();
  };
}

const brokenRequests: Record<string, 'request-timeout' | 'headers-too-large'> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
