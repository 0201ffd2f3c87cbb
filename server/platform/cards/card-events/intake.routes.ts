import { systemCalls } from '../../../../contract/calls/system.ts';
import { serving } from '../../http/serve.ts';
import type { Http } from '../../http/typed.ts';
import { receiveCardEvent, type CardEventServices } from './intake.ts';

/** Most bytes of an event. */
const eventMaxBytes = 256 * 1024;

/** The card provider's webhook. Authenticated by signature, so it needs no key and no session. */
export function cardEventRoutes(app: Http, services: CardEventServices): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: eventMaxBytes }, (_request, body, done) =>
    done(null, body),
  );
  serving(app, systemCalls)(
    'POST /webhooks/stripe',
    async (request) => {
      const signature = request.headers['stripe-signature'];
      const sent: unknown = request.body;
      const body = Buffer.isBuffer(sent) ? sent : Buffer.alloc(0);
      await receiveCardEvent(services, body, typeof signature === 'string' ? signature : undefined);
      return { received: true };
    },
    { bodyLimit: eventMaxBytes },
  );
}
