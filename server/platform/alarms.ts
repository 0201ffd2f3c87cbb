import { Counter } from 'prom-client';
import { metrics } from './http/metrics.ts';
import type { Log } from './log.ts';

const alarms = new Counter({
  name: 'intake_alarms_total',
  help: 'Matters somebody should look at now, by kind.',
  labelNames: ['kind'],
  registers: [metrics],
});

/** Makes an alarm's series begin at 0: Prometheus takes the first value of a series for no increase. */
export const declareAlarm = (kind: string): void => alarms.inc({ kind }, 0);

/**
 * Raises an alarm about an attack or a fault beyond a single request: a log line at error level and a metric.
 *
 * @param kind label of the metric, for alerting rules: `blind-guesses`, for example
 */
export function raiseAlarm(log: Log, kind: string, facts: Record<string, unknown>, message: string): void {
  alarms.inc({ kind });
  log.error({ alarm: kind, ...facts }, message);
}
