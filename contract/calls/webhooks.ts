import { defineCalls } from '../call.ts';

export const webhookCalls = defineCalls({
  'GET /admin/webhooks/deliveries': {
    caller: 'server',
    // SCHEMA not found
  },
  'POST /admin/webhooks/deliveries/:id/retry': {
    caller: 'server',
    // SCHEMA not found
    refusals: ['webhook-not-found'],
  },
});
