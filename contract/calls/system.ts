import { defineCalls } from '../call.ts';

export const systemCalls = defineCalls({
  'GET /healthz': {
    caller: 'open',
    // SCHEMA server/system.routes.ts
  },
  'GET /readyz': {
    caller: 'open',
    // SCHEMA server/system.routes.ts
  },
  'POST /webhooks/stripe': {
    caller: 'open',
    // SCHEMA server/platform/cards/card-events/intake.routes.ts { bodyLimit: eventMaxBytes }
    refusals: ['invalid-signature', 'body-too-large'],
  },
});
