import { metrics } from '../platform/http/metrics.ts';
import type { destinations } from '../platform/outbound-destinations.ts';

/** Calls to another service that this process has counted, by their outcome. Other files of tests count in it too. */
export async function countOutsideCalls(to: keyof typeof destinations): Promise<{ answered: number; failed: number }> {
  const { values } = await metrics.getSingleMetric('intake_outside_call_seconds')!.get();
  const counts = values.filter((each) => 'metricName' in each && String(each.metricName).endsWith('_count'));
  const countOf = (outcome: string) =>
    counts.find(({ labels }) => labels['destination'] === to && labels['outcome'] === outcome)?.value ?? 0;
  return { answered: countOf('answered'), failed: countOf('failed') };
}
