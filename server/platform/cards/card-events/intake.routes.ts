import type { Http } from '../../http/typed.ts';
import { receiveCardEvent, type CardEventServices } from './intake.ts';

/** Most bytes of an event. */
const eventMaxBytes = 256 * 1024;

/** Where the card provider tells us what happened. Signed, so it needs no key and no session. */
export function cardEventRoutes(app: Http, services: CardEventServices): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: eventMaxBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/webhooks/stripe', { bodyLimit: eventMaxBytes }, async (request) => {
    const signature = request.headers['stripe-signature'];
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await receiveCardEvent(services, body, typeof signature === 'string' ? signature : undefined);
    return { received: true };
  });
}
