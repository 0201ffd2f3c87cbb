import { DeliveryParams, ListDeliveriesAnswer, ListDeliveriesQuery, RetryDeliveryAnswer } from '../administration.ts';
import { defineCalls } from '../call.ts';

/** What was sent to a site's webhooks, for its own server. */
export const webhookCalls = defineCalls({
  'GET /admin/webhooks/deliveries': {
    caller: 'server',
    query: ListDeliveriesQuery,
    answer: ListDeliveriesAnswer,
  },
  'POST /admin/webhooks/deliveries/:id/retry': {
    caller: 'server',
    params: DeliveryParams,
    answer: RetryDeliveryAnswer,
    refusals: ['webhook-not-found'],
  },
});
