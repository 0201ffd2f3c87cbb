import type { PopupMessage } from '../../contract/providers.ts';
import { randomAddress } from './product.ts';

/** What a window shows in the end. */
export interface PageSeen {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
  /** Every address on the way, the first one first. */
  way: string[];
}

/** A browser as far as popups need one: cookies by host, redirects, a referrer that follows them, forms. */
export interface PopupBrowser {
  /** Opens an address; as a page of `opener` where that is given. */
  open(url: string, options?: { opener?: string; upTo?: RegExp }): Promise<PageSeen>;
  /** Sends a form of the page that is seen. */
  submit(page: PageSeen, fields: Record<string, string>): Promise<PageSeen>;
  /** All it keeps. */
  cookies: Cookie[];
}

export interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/** @param from the address limits count against */
export function createPopupBrowser({ from = randomAddress() }: { from?: string } = {}): PopupBrowser {
  const cookies: Cookie[] = [];
  const keep = ({ host }: URL, headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const known = cookies.findIndex((each) => each.host === host && each.path === path && each.name === name);
      if (known >= 0) cookies.splice(known, 1);
      const isGone = /max-age=0|expires=thu, 01 jan 1970/i.test(line);
      if (!isGone) cookies.push({ host, path, name: name!, value: value! });
    }
  };
  const cookiesFor = ({ host, pathname }: URL) =>
    cookies
      .filter((each) => each.host === host && pathname.startsWith(each.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  async function go(
    first: URL,
    init: { method?: string; body?: string; headers?: Record<string, string> },
    { referer, upTo }: { referer?: string | undefined; upTo?: RegExp | undefined } = {},
  ): Promise<PageSeen> {
    const way: string[] = [];
    let url = first;
    let request = init;
    let sentReferer = referer;
    for (;;) {
      way.push(url.href);
      const answer = await fetch(url, {
        redirect: 'manual',
        method: request.method ?? 'GET',
        headers: {
          'x-forwarded-for': from,
          cookie: cookiesFor(url),
          ...(sentReferer === undefined ? {} : { referer: sentReferer }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      keep(url, answer.headers);
      const location = answer.headers.get('location');
      if (location === null || upTo?.test(location))
        return {
          url: location === null ? url : new URL(location, url),
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
          way,
        };
      // A redirect may forbid to say where one came from.
      if (answer.headers.get('referrer-policy') === 'no-referrer') sentReferer = undefined;
      url = new URL(location, url);
      request = {};
    }
  }

  return {
    cookies,
    open: (url, { opener, upTo } = {}) =>
      go(new URL(url), {}, { referer: opener === undefined ? undefined : `${opener}/`, upTo }),
    submit: ({ url }, fields) =>
      go(url, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
      }),
  };
}

/** The message a popup's last page posts, and to whom; nothing where it only says something. */
export function readMessage({ text }: { text: string }): { origin: string; message: PopupMessage } | undefined {
  const data = /<script type="application\/json" id="result">(.*?)<\/script>/s.exec(text)?.[1];
  return data === undefined ? undefined : (JSON.parse(data) as { origin: string; message: PopupMessage });
}
