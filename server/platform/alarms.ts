import { Counter } from 'prom-client';
import { metrics } from './http/metrics.ts';
import type { Log } from './log.ts';

const alarms = new Counter({
  name: 'intake_alarms_total',
  help: 'Matters somebody should look at now, by kind.',
  labelNames: ['kind'],
  registers: [metrics],
});

/**
 * Tells operators of an attack or a fault that concerns more than one request: a line at error level, and a count.
 *
 * @param kind names the matter for a rule of the monitoring, `blind-guesses` say
 */
export function raiseAlarm(log: Log, kind: string, facts: Record<string, unknown>, message: string): void {
  alarms.inc({ kind });
  log.error({ alarm: kind, ...facts }, message);
}
