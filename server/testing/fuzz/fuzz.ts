import { randomUUID } from 'node:crypto';
import { request as send, Agent } from 'node:http';
import { listCalls, malformedRequests, type MalformedRequest } from './malformed-requests.ts';

export interface FuzzResult {
  /** How often each status was answered. */
  statuses: Record<number, number>;
  /** Requests that were answered as none must be: by a fault of ours, or not in the shape of a refusal. */
  faults: { request: MalformedRequest; status: number; answer: string }[];
}

export interface FuzzOptions {
  /** A running product, with the demonstration data. */
  url: string;
  requests: number;
  seed: number;
  onProgress?: (done: number) => void;
}

const atOnce = 16;
const mostFaults = 20;

/** Sends malformed requests to every call a running product describes, and looks at each answer. */
export async function fuzz({ url, requests, seed, onProgress }: FuzzOptions): Promise<FuzzResult> {
  const description = await (await fetch(`${url}/docs/api/openapi.json`)).json();
  const source = malformedRequests(listCalls(description), seed, {
    lasting: [await signUp(url), await signUp(url)],
    doomed: await signUp(url),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const result: FuzzResult = { statuses: {}, faults: [] };
  let left = requests;
  const work = async () => {
    while (left-- > 0 && result.faults.length < mostFaults) {
      const request = source.next().value as MalformedRequest;
      const { status, answer } = await exchange(url, request, agent);
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      if (isFault(request, status, answer)) result.faults.push({ request, status, answer: answer.slice(0, 500) });
      if (left % 5_000 === 0) onProgress?.(requests - left);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return result;
}

/** Members of their own, so that the requests get as far as they can and spoil nobody's account. */
async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'pk_sb_demo' },
    body: JSON.stringify({ email: `fuzz-${randomUUID()}@example.org`, password: randomUUID() }),
  });
  const { data } = (await answer.json()) as { data: { tokens: { accessToken: string } } };
  return data.tokens.accessToken;
}

function isFault({ method }: MalformedRequest, status: number, answer: string): boolean {
  // A service that is busy says so in the shape of a refusal.
  if (status >= 500 && status !== 503) return true;
  if (status < 400 || method === 'HEAD' || answer.startsWith('<!doctype')) return false;
  try {
    const { error } = JSON.parse(answer) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code !== 'string' || typeof error.message !== 'string';
  } catch {
    return true;
  }
}

/** Over a plain connection: other clients would tidy the request up. */
function exchange(url: string, { method, path, headers, body }: MalformedRequest, agent: Agent) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const asked = send(url, { method, path, headers: { ...headers, ...length }, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, answer: Buffer.concat(parts).toString() }));
      answer.on('error', reject);
    });
    // A body that is refused half way may end the connection before all of it was sent.
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve({ status: 0, answer: '' }) : reject(error),
    );
    asked.end(body);
  });
}
