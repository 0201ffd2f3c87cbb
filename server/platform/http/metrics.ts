import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
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
