import autocannon from 'autocannon';

/** One request of a load; a new one is asked for each time. */
export interface Shot {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Measured {
  /** Answers per second. */
  perSecond: number;
  p50Ms: number;
  p975Ms: number;
  p99Ms: number;
  /** Answers that were not 2xx, and requests without one. */
  failed: number;
}

export interface Load {
  url: string;
  seconds: number;
  connections: number;
  /** Requests per second; as many as possible unless given. */
  rate?: number;
  shoot(): Shot;
}

/** Sends requests for a while and measures the answers. */
export async function measure({ url, seconds, connections, rate, shoot }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: [{ setupRequest: (request: object) => ({ ...request, ...shoot() }) }],
  });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p975Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

export const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
