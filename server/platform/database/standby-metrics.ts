import { Gauge } from 'prom-client';
import { metrics } from '../http/metrics.ts';
import type { Standby } from './standby.ts';

const names = { usable: 'intake_standby_usable', lag: 'intake_standby_lag_seconds' } as const;

/** Gauges of the standby that reports are read from, as last seen; none without one. */
export function measureStandby(standby: Standby | undefined): void {
  for (const name of Object.values(names)) metrics.removeSingleMetric(name);
  if (!standby) return;
  new Gauge({
    name: names.usable,
    help: 'Whether reports are read from the standby: 1, or 0 when from the primary.',
    registers: [metrics],
    collect() {
      this.set(standby.state().condition === 'follows' ? 1 : 0);
    },
  });
  new Gauge({
    name: names.lag,
    help: 'How long the primary has had what the standby lacks, in seconds; absent while it does not answer.',
    registers: [metrics],
    collect() {
      const { lagSeconds } = standby.state();
      if (lagSeconds === undefined) this.remove();
      else this.set(lagSeconds);
    },
  });
}
