import type { FastifyReply, FastifyRequest } from 'fastify';
import { startSpan, type Span } from '../tracing/tracing.ts';
import { isProbe } from './probes.ts';

/**
 * Begins a request's span, which ends with its connection's part of the answer. It names the route by its pattern, never
 * the address, which may hold a token or an address of a person.
 *
 * @param traceparent of the program that sent the request, where that one is believed; else a trace begins here
 * @returns undefined for a probe, and while tracing is off
 */
export function startRequestSpan(
  request: FastifyRequest,
  reply: FastifyReply,
  traceparent: string | undefined,
): Span | undefined {
  const { method, id } = request;
  const route = request.routeOptions.url;
  if (isProbe(route)) return undefined;
  const span = startSpan(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'intake.request_id': id },
    parent: traceparent,
  });
  if (!span) return undefined;
  // `close` comes also where the client has gone before the answer.
  reply.raw.once('close', () => {
    const { statusCode, writableFinished } = reply.raw;
    if (!writableFinished) span.fail('client-gone');
    else {
      span.set({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(String(statusCode));
    }
    span.end();
  });
  return span;
}
