import type { EventEmitter } from 'node:events';
import autocannon from 'autocannon';

/** One request of a load; a new one is created each time. */
export interface Shot {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Results of a load. */
export interface Measured {
  /** Answers per second. */
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p975Ms: number;
  p99Ms: number;
  /** Answers that were not 2xx, and requests without one. */
  failed: number;
}

/** A load: its target, length in seconds and number of connections. */
export interface Load {
  url: string;
  seconds: number;
  connections: number;
  /** Requests per second; as many as possible by default. */
  rate?: number;
  shoot(): Shot;
}

/** Sends requests for a while and measures the answers. */
export async function measure({ url, seconds, connections, rate, shoot }: Load): Promise<Measured> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      duration: seconds,
      connections,
      ...(rate === undefined ? {} : { overallRate: rate }),
      requests: [{ setupRequest: (request: object) => ({ ...request, ...shoot() }) }],
    };
    const instance: EventEmitter = autocannon(options, (error: Error | null, ended) =>
      error ? reject(error) : resolve(ended),
    );
    // Its own percentiles are in whole milliseconds, and there is no 95th.
    instance.on('response', (_client, _status, _bytes, ms: number) => times.push(ms));
  });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p95Ms: percentile(times, 0.95),
    p975Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** The smallest value that this share of all values does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN;

/** The median; of an even number of values the upper one of the middle two. */
export const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
