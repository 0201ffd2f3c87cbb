import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { Refusal } from '../refusal.ts';
import type { Http } from './typed.ts';

/** What this process measures, in Prometheus' text form under `/metrics`. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const requestSeconds = new Histogram({
  name: 'intake_request_seconds',
  help: 'Time from request to answer, in seconds.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Counts every answer by its route pattern, never by the address asked, which may carry names. */
export function measureRequests(app: Http): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requestSeconds.observe(labels, reply.elapsedTime / 1_000);
    request.log.info(
      {
        method: labels.method,
        route: labels.route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

/**
 * `GET /metrics`. Counts by route tell how many people sign in and pay, so in production they are for the collector
 * alone: without a token set, or with another one sent, there is nothing at this address.
 *
 * @param token what a collector sends as `Authorization: Bearer …`; unset, the address is open outside production only
 */
export function metricsRoute(
  app: Http,
  { token, production }: { token: string | undefined; production: boolean },
): void {
  app.get('/metrics', async ({ headers }, reply) => {
    const isOpen = token === undefined ? !production : isSame(headers.authorization ?? '', `Bearer ${token}`);
    if (!isOpen) throw new Refusal('not-found');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/** Compares digests, so that the time taken tells neither how much of a token is right nor how long it is. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();
