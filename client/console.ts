import type { ErrorAnswer } from '../contract/errors.ts';
import type { ConsoleCalls } from '../contract/console-calls.ts';
import { failedSentence, fillIn, RequestError, type Send } from './request.ts';

/** How long a call may take before it counts as lost. */
const timeoutMs = 20_000;

interface SendOptions {
  /**
   * Whether a page asks by itself. Such a call does not count as use of the session, which ends without use even while
   * a tab is open.
   */
  isBackground?: boolean;
}

/**
 * Makes the function that every call of the console goes through: with the cookie of the session, which only goes to
 * our own origin, and without a key. Nothing is tried again here; what reads is, by what caches it.
 *
 * @returns a sender that throws {@link RequestError}
 */
export const createConsoleSend = ({ isBackground = false }: SendOptions = {}): Send<ConsoleCalls> =>
  async function send(name: string, body?: unknown, address?: Address) {
    const [method, path] = fillInAll(name, address).split(' ') as [string, string];
    const response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(isBackground && { 'X-Background': 'true' }),
      },
      credentials: 'same-origin',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw unreachable();
    });
    const answer: unknown = await response.json().catch(() => {
      if (response.ok) throw unreachable();
    });
    if (!response.ok) throw refusalOf(response, answer);
    return answer;
  } as Send<ConsoleCalls>;

/** What was answered, and the tag by which the service knows whether the next answer would be another one. */
export interface TaggedNews {
  etag: string;
  news: ConsoleCalls['GET /console/api/news']['answer']['data'];
}

/**
 * Asks in the background what is new.
 *
 * @returns `known` itself where nothing is (304) @throws {@link RequestError}
 */
export async function askNews(wish: Address, known: TaggedNews | undefined): Promise<TaggedNews> {
  const response = await fetch(fillInAll('GET /console/api/news', wish).split(' ')[1]!, {
    headers: { 'X-Background': 'true', ...(known && { 'If-None-Match': known.etag }) },
    credentials: 'same-origin',
    // With this the browser hands a 304 on, and keeps nothing.
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw unreachable();
  });
  if (known && response.status === 304) return known;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || answer === undefined) throw refusalOf(response, answer);
  const { data } = answer as ConsoleCalls['GET /console/api/news']['answer'];
  return { etag: response.headers.get('etag') ?? '', news: data };
}

/** The address of a call that is opened by a link, an export say. */
export const addressOf = (name: keyof ConsoleCalls, address?: Address): string =>
  fillInAll(name, address).split(' ')[1]!;

/** Values of a call's path and query; several of a filter that takes any of them. */
type Address = Record<string, string | number | readonly string[] | null | undefined>;

/** As {@link fillIn}, with repeated parameters. */
function fillInAll(name: string, address: Address = {}): string {
  const entries = Object.entries(address);
  const one = entries.filter((entry): entry is [string, string | number] => !Array.isArray(entry[1]));
  const filled = fillIn(name, Object.fromEntries(one));
  const repeated = entries.flatMap(([key, values]) =>
    Array.isArray(values) ? values.map((value: string) => [key, value] as [string, string]) : [],
  );
  if (repeated.length === 0) return filled;
  return `${filled}${filled.includes('?') ? '&' : '?'}${new URLSearchParams(repeated)}`;
}

const unreachable = () =>
  new RequestError('network-error', 'The service cannot be reached. Please check your connection.', 0);

function refusalOf(response: Response, answer: unknown): RequestError {
  const refusal = (answer as Partial<ErrorAnswer> | null)?.error;
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  return new RequestError(refusal?.code ?? 'unknown-error', refusal?.message ?? failedSentence, response.status, {
    ...refusal,
    retryAfterSeconds,
  });
}
