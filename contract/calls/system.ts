import { defineCalls } from '../call.ts';

/** Calls of supervisors and of the card provider. */
export const systemCalls = defineCalls({
  'GET /healthz': {
    caller: 'open',
  },
  'GET /readyz': {
    caller: 'open',
  },
  'POST /webhooks/stripe': {
    caller: 'open',
    refusals: ['invalid-signature', 'body-too-large'],
  },
});
