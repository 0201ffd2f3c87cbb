import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import { recordEvent } from '../security-events/record-event.ts';
import { metrics } from './metrics.ts';
import type { Http } from './typed.ts';

/**
 * `GET /metrics`. Counts by route tell how many people sign in and pay, so in production they are for the collector
 * alone: without a token set, or with another one sent, there is nothing at this address. Another one is a security event.
 *
 * @param token what a collector sends as `Authorization: Bearer …`; unset, the address is open outside production only
 */
export function metricsRoute(
  app: Http,
  { token, production }: { token: string | undefined; production: boolean },
): void {
  app.get('/metrics', async ({ headers }, reply) => {
    const isOpen = token === undefined ? !production : isSame(headers.authorization ?? '', `Bearer ${token}`);
    if (!isOpen) {
      // Programs that try every address they know send none, and are no news.
      if (headers.authorization) recordEvent('metrics-token', { outcome: 'wrong' });
      throw new Refusal('not-found');
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/** Compares digests, so that the time taken tells neither how much of a token is right nor how long it is. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();
