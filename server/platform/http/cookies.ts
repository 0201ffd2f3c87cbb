import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of a request by their names, as `@fastify/cookie` reads them. */
export type Cookies = FastifyRequest['cookies'];

/** The name of a cookie of our own pages: over https it is bound to this host; over http browsers refuse that name. */
export interface CookieName {
  secure: `__Host-${string}`;
  plain: string;
}

/** A cookie of our own pages. No script reads it, and no foreign page sends it along but by leading here. */
export interface OwnCookie {
  name: CookieName;
  /** In characters a cookie may hold, base64url say; undefined removes the cookie. */
  value: string | undefined;
  seconds: number;
}

/** Reads the cookies of every request. Called before hooks are added, each of them may use the cookies. */
export const useCookies = (app: FastifyInstance): void => void app.register(cookiePlugin);

const isSecure = (appUrl: string) => appUrl.startsWith('https://');
const nameFor = (appUrl: string, name: CookieName) => (isSecure(appUrl) ? name.secure : name.plain);

/** The value of a cookie of our own pages; undefined where it is missing or empty. */
export const readCookie = (appUrl: string, name: CookieName, cookies: Cookies): string | undefined =>
  cookies[nameFor(appUrl, name)] || undefined;

/** Sets a cookie of our own pages, or removes it, with the answer. */
export const setCookie = (reply: FastifyReply, appUrl: string, { name, value, seconds }: OwnCookie): FastifyReply =>
  reply.setCookie(nameFor(appUrl, name), value ?? '', {
    path: '/',
    httpOnly: true,
    // Lax: the provider and mailed links lead back from another site.
    sameSite: 'lax',
    secure: isSecure(appUrl),
    maxAge: value === undefined ? 0 : seconds,
  });
