import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { withinRequest } from '../security-events/request-context.ts';
import { isProbe } from './probes.ts';
import type { Http } from './typed.ts';

/** This process's metrics, exposed in Prometheus' text format at `/metrics`. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const requestSeconds = new Histogram({
  name: 'intake_request_seconds',
  help: 'Time from request to answer, in seconds.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Counts and logs answers by route pattern, never by URL: unbounded label values, and personal data. */
export function measureRequests(app: Http): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requestSeconds.observe(labels, reply.elapsedTime / 1_000);
    // A process that is not ready says so itself; a refused look at /metrics may be a scan or a collector without its token.
    if (isProbe(request.routeOptions.url) && (reply.statusCode < 400 || reply.statusCode === 503)) return;
    const line = { ...labels, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    withinRequest(request.securityContext, () => request.log.info(line, 'answered'));
  });
}
