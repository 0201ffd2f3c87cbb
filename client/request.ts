import type { ErrorAnswer } from '../contract/errors.ts';

/** How long a call may take before it counts as lost. */
const timeoutMs = 12_000;
/** The same with a file, for whose arrival the service waits 30 seconds. */
const fileTimeoutMs = 35_000;
/** What is said where the service answers without a sentence; the same as its own for a fault. */
export const failedSentence = 'Something went wrong on our side. Please try again.';
const clientVersion = '@intake/client@1.0.0';

/** How the service knows the member: our own pages have a cookie no script can read, foreign pages hand over a token. */
export type ClientSession = 'cookie' | (() => string | null);

export interface ClientOptions {
  /** The site's public key, `pk_…`. */
  publicKey: string;
  /** `app_…`, where the site uses it. */
  appId?: string | undefined;
  /** Bare origin of the service, without a slash at its end. Empty means the page's own origin. */
  origin?: string;
  /** `'cookie'` on the service's own pages; elsewhere a function that gives the bearer token, or null when signed out. */
  session: ClientSession;
  /** The current page's path, `/uts/login`; mails that a call sends take the look of its partner. */
  path?: () => string;
}

/**
 * A call that did not succeed.
 *
 * `code` is the service's code; `network-error` when no answer came. `status` is 0 then.
 * `retryAfterSeconds` is set when the service named a time to wait.
 */
export class RequestError extends Error {
  // Declared for the types alone: defined as fields, each would cost every page its name once more.
  declare readonly code: string;
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  /** The field that is refused, where the service names one. */
  declare readonly field: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, status: number, extras?: object) {
    super(message);
    Object.assign(this, extras, { name: 'RequestError', code, status });
  }
}

/** What the service answers: the content, and for some calls a sentence to show. */
export interface Answer<Data> {
  data: Data;
  _internalUseOnly?: { message: string };
}

/** The answer to a call that has a mail sent. */
export interface MailAnswer<Data> extends Answer<Data> {
  /** Seconds until the mail is sent; missing where it is sent at once. */
  mailAfterSeconds?: number;
}

/** What is sent and answered in one call. `address` fills the `:names` in its path, then its query. */
interface Exchange {
  body: unknown;
  address: unknown;
  answer: unknown;
}

/** What is sent with a call: its body, then what fills in its address. What a call does not need is left out. */
export type Sent<Each extends Exchange> = [unknown] extends [Each['address']]
  ? undefined extends Each['body']
    ? [body?: Each['body']]
    : [body: Each['body']]
  : object extends Each['address']
    ? [body: Each['body'], address?: Each['address']] | ([undefined] extends [Each['body']] ? [] : never)
    : [body: Each['body'], address: Each['address']];

/** Sends a call, by the name it has in `contract/calls/`, and gives the answer's whole body. */
export type Send<Calls extends Record<keyof Calls, Exchange>> = <Name extends keyof Calls & string>(
  name: Name,
  ...sent: Sent<Calls[Name]>
) => Promise<Calls[Name]['answer']>;

/**
 * Makes the function every call of a client goes through.
 *
 * Reading calls are tried a second time when no answer came or the service was busy; writing calls never are.
 *
 * @returns a sender that throws {@link RequestError}
 */
export function createSend<Calls extends Record<keyof Calls, Exchange>>(options: ClientOptions): Send<Calls> {
  return async function send(name, body?: unknown, address?: Values) {
    const attempt = () => sendOnce(options, fillIn(name, address), body);
    try {
      return await attempt();
    } catch (error) {
      if (name.startsWith('GET') && isRetryable(error)) return attempt();
      throw error;
    }
  } as Send<Calls>;
}

type Values = Record<string, string | number | null | undefined>;

/** A call's name or path with the values in place of its `:names`; those it does not name become its query. */
export function fillIn(path: string, values: Values = {}): string {
  const query = new URLSearchParams();
  for (const key in values) {
    const value = values[key];
    const bare = path;
    if (value != null && bare === (path = path.replace(`:${key}`, encodeURIComponent(value))))
      query.set(key, `${value}`);
  }
  // Not by `size`: Chrome 111 and Safari 16.4, which we build for, do not have it (Chrome 113 and Safari 17 do).
  const search = `${query}`;
  return search ? `${path}?${search}` : path;
}

/** The content of an answer, without what stands beside it. */
export const contentOf = async <Data>(answering: Promise<{ data: Data }>): Promise<Data> => (await answering).data;

function isRetryable(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 502);
}

async function sendOnce(options: ClientOptions, name: string, body: unknown): Promise<unknown> {
  const [method, path] = name.split(' ') as [string, string];
  // `JSON.stringify(undefined)` is undefined: no body.
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  const unreachable = () =>
    new RequestError('network-error', 'The service cannot be reached. Please check your connection.', 0);
  const response = await fetch(`${options.origin ?? ''}${path}`, {
    method,
    headers: headersOf(options, typeof sent === 'string'),
    credentials: options.session === 'cookie' ? 'same-origin' : 'omit',
    body: sent,
    // A visitor who logs out and leaves the page at once must not stay logged in on a shared computer.
    keepalive: path.endsWith('/logout'),
    signal: AbortSignal.timeout(body instanceof FormData ? fileTimeoutMs : timeoutMs),
  }).catch(() => {
    throw unreachable();
  });
  // A service that fails may answer with something else: a page of its proxy, say.
  const answer: unknown = await response.json().catch(() => {
    if (response.ok) throw unreachable();
  });
  if (!response.ok) throw refusalOf(response, answer);
  return answer;
}

function headersOf(options: ClientOptions, hasJson: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'X-API-Key': options.publicKey, 'X-User-Agent': clientVersion };
  if (options.path) headers['Referring-Path'] = options.path();
  if (options.appId) headers['X-App-ID'] = options.appId;
  if (hasJson) headers['Content-Type'] = 'application/json';
  if (options.session === 'cookie') headers['X-Session-Transport'] = 'cookie';
  else {
    const token = options.session();
    if (token) headers['Authorization'] = `Bearer ${token}`;
  }
  return headers;
}

function refusalOf(response: Response, answer: unknown): RequestError {
  const refusal = (answer as Partial<ErrorAnswer> | null)?.error;
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  return new RequestError(refusal?.code ?? 'unknown-error', refusal?.message ?? failedSentence, response.status, {
    ...refusal,
    retryAfterSeconds,
  });
}
