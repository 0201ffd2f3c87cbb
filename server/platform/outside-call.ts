import { Histogram } from 'prom-client';
import { metrics } from './http/metrics.ts';
import type { destinations } from './outbound-destinations.ts';
import { withSpan, type SpanAttributes } from './tracing/tracing.ts';

const callSeconds = new Histogram({
  name: 'intake_outside_call_seconds',
  help: 'Time of calls to other services, in seconds, by destination and outcome.',
  labelNames: ['destination', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers: [metrics],
});

/** A call to another service. */
interface OutsideCall {
  to: keyof typeof destinations;
  /** What is asked, without ids: `POST /v1/refunds`. */
  what: string;
  host: string;
  attributes?: SpanAttributes;
}

/** How the outcome of a call is told. */
export interface Noting {
  /**
   * A status of 500 or more counts as a failure of the service, any other as its answer.
   *
   * @param refusesUs whether it says that our key is not taken, so that every such call fails until somebody acts
   */
  status(code: number, refusesUs?: boolean): void;
  /** The service has answered, and refuses this one thing: no failure of the service. */
  refused(): void;
}

/**
 * Makes a call to another service, measured and in a span. Nothing is added to what is sent (decision 0057).
 *
 * @throws what the work throws, which counts as a failure of the service
 */
export function callOutside<T>(
  { to, what, host, attributes }: OutsideCall,
  work: (note: Noting) => Promise<T>,
): Promise<T> {
  const end = callSeconds.startTimer({ destination: to });
  let outcome = 'answered';
  let isRefused = false;
  const options = { kind: 'client' as const, attributes: { ...attributes, 'server.address': host } };
  return withSpan(`${to} ${what}`, options, async (span) => {
    try {
      return await work({
        status(code, refusesUs = false) {
          if (code >= 500 || refusesUs) outcome = 'failed';
          span?.set({ 'http.response.status_code': code });
          if (code >= 400) span?.fail(String(code));
        },
        refused() {
          isRefused = true;
        },
      });
    } catch (error) {
      if (!isRefused) outcome = 'failed';
      throw error;
    } finally {
      end({ outcome });
    }
  });
}
