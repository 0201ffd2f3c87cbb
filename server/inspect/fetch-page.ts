import { CannotInspect } from './cannot-inspect.ts';
import { pageMaxBytes, readPageText, tooLarge } from './page-text.ts';

/** A page after redirects. */
export interface FetchedPage {
  /** The final address. */
  url: URL;
  html: string;
}

/** The address answered, but not with a page of the site. */
export class NoPage extends CannotInspect {}

interface FetchOptions {
  /** Milliseconds for the whole answer, including redirects. */
  timeoutMs: number;
  /** Whether a redirect to this address may be followed. */
  mayFollow?: (url: URL) => boolean;
}

const mostRedirects = 10;
const userAgent = 'intake-inspect/1';

/** @throws CannotInspect saying why there is no page */
export async function fetchPage(
  address: URL,
  { timeoutMs, mayFollow = () => true }: FetchOptions,
): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = address;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await ask(url, signal);
      const next = redirectOf(answer, url);
      if (!next) return { url, html: await readHtml(answer) };
      await answer.body?.cancel();
      if (!mayFollow(next)) throw new NoPage(`it leads to another site, ${next.origin}`);
      url = next;
    }
  } catch (error) {
    throw error instanceof CannotInspect ? error : new CannotInspect(explain(error, timeoutMs));
  }
  throw new CannotInspect(`it leads on and on, more than ${mostRedirects} times`);
}

function ask(url: URL, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ accept: 'text/html', 'user-agent': userAgent });
  const { username, password } = url;
  if (username !== '')
    headers.set(
      'authorization',
      `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
    );
  return fetch(withoutPassword(url), { headers, signal, redirect: 'manual' });
}

/** Strips the credentials, which are sent in a header instead. */
export function withoutPassword(url: URL): URL {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown;
}

function redirectOf({ status, headers }: Response, url: URL): URL | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined;
  if (!URL.canParse(location, url)) throw new CannotInspect('it leads to what is no address');
  const next = new URL(location, url);
  if (!/^https?:$/.test(next.protocol)) throw new CannotInspect('it leads to what is no page of the web');
  if (next.origin === url.origin) {
    next.username = url.username;
    next.password = url.password;
  }
  return next;
}

async function readHtml(answer: Response): Promise<string> {
  const contentType = answer.headers.get('content-type') ?? '';
  const fault = faultOf(answer, contentType);
  if (fault) {
    await answer.body?.cancel();
    throw fault;
  }
  return readPageText(await readBytes(answer), contentType);
}

function faultOf({ status, ok }: Response, contentType: string): CannotInspect | undefined {
  if (status === 404 || status === 410) return new NoPage(`there is no such page (${status})`);
  if (!ok) return new CannotInspect(`the server answered with ${status}`);
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType))
    return new NoPage(`it is no HTML but ${contentType === '' ? 'of no type' : contentType}`);
  return undefined;
}

/**
 * Reads an answer, limited by its decompressed size.
 *
 * @throws CannotInspect for one that is larger than any page
 */
export async function readBytes({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > pageMaxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nobody answers there',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'there is no such name, or nobody who knows names',
};

/** Why a call failed, as a clause. */
export function explain(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `there was no whole answer within ${timeoutMs / 1000} s`;
  const { code, message: because } = (cause ?? {}) as { code?: string; message?: string };
  return (code && reasons[code]) ?? because ?? message;
}
