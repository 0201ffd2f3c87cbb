import type { FastifyRequest } from 'fastify';
import { isOwnMachine } from './own-machine.ts';

/**
 * Whether a page was opened under another loopback name than our origin's (127.0.0.1 for localhost). Browsers treat it
 * as another origin, so that log-in would fail.
 */
export function isUnderAnotherName({ headers }: FastifyRequest, appUrl: string): boolean {
  const [own, asked] = [new URL(appUrl), URL.parse(`http://${headers.host}`)];
  if (headers['sec-fetch-dest'] !== 'document' || !asked) return false;
  if (!isOwnMachine(own.hostname) || !isOwnMachine(asked.hostname)) return false;
  return asked.host !== own.host && asked.port === own.port;
}
