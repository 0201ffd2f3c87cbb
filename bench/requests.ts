import { randomInt } from 'node:crypto';
import type { Shot } from './membership/load.ts';

/** A random client address, so that limits per client address do not apply. */
const anyAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** A request of a visitor from an address of their own. @param key of the site, or of its server */
export const get = (path: string, key: string, more: Record<string, string> = {}): Shot => ({
  method: 'GET',
  path,
  headers: { 'x-api-key': key, 'x-forwarded-for': anyAddress(), ...more },
});

/** The same with a body. */
export const post = (path: string, key: string, body: unknown, more: Record<string, string> = {}): Shot => ({
  ...get(path, key, { 'content-type': 'application/json', ...more }),
  method: 'POST',
  body: JSON.stringify(body),
});

/** Headers of a signed-in member. */
export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
