import type { FastifyRequest } from 'fastify';
import { isOwnMachine } from './own-machine.ts';

/**
 * Whether a person opened a page at this machine, by another of its names than our origin's. To browsers that is
 * another origin, where nobody could log in.
 */
export function isUnderAnotherName({ headers }: FastifyRequest, appUrl: string): boolean {
  const [own, asked] = [new URL(appUrl), URL.parse(`http://${headers.host}`)];
  if (headers['sec-fetch-dest'] !== 'document' || !asked) return false;
  if (!isOwnMachine(own.hostname) || !isOwnMachine(asked.hostname)) return false;
  return asked.host !== own.host && asked.port === own.port;
}
