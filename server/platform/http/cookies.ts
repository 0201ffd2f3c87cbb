import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of a request by their names, as `@fastify/cookie` reads them. */
export type Cookies = FastifyRequest['cookies'];

/**
 * A cookie's name: over https with the prefix `__Host-`, which browsers refuse over http; `__Secure-` for one with a
 * path of its own, which the former does not allow.
 */
export interface CookieName {
  secure: `__Host-${string}` | `__Secure-${string}`;
  plain: string;
}

/** A first-party cookie, HttpOnly. */
export interface OwnCookie {
  name: CookieName;
  /** In characters a cookie may hold, base64url say; undefined removes the cookie. */
  value: string | undefined;
  seconds: number;
  /** The only path it is sent to, with what is below; `/` unless said. */
  path?: `/${string}`;
  /**
   * `lax` unless said: a foreign page sends it only by a top-level navigation, since the provider and mailed links lead
   * back from another site. `strict`: not by that either.
   */
  sameSite?: 'lax' | 'strict';
}

/** Parses the cookies of every request. Call it before adding hooks that use cookies. */
export const useCookies = (app: FastifyInstance): void => void app.register(cookiePlugin);

const isSecure = (appUrl: string) => appUrl.startsWith('https://');
const nameFor = (appUrl: string, name: CookieName) => (isSecure(appUrl) ? name.secure : name.plain);

/** The value of a cookie of our own pages; undefined where it is missing or empty. */
export const readCookie = (appUrl: string, name: CookieName, cookies: Cookies): string | undefined =>
  cookies[nameFor(appUrl, name)] || undefined;

/** Sets a cookie of our own pages, or removes it, with the answer. */
export const setCookie = (
  reply: FastifyReply,
  appUrl: string,
  { name, value, seconds, path = '/', sameSite = 'lax' }: OwnCookie,
): FastifyReply =>
  reply.setCookie(nameFor(appUrl, name), value ?? '', {
    path,
    httpOnly: true,
    sameSite,
    secure: isSecure(appUrl),
    maxAge: value === undefined ? 0 : seconds,
  });
