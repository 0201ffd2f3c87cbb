import {
  DeliveryAnswer,
  DeliveryParams,
  ListDeliveriesAnswer,
  ListDeliveriesQuery,
  RetryDeliveryAnswer,
} from '../administration.ts';
import { defineCalls, type CallSubject, type Chapter } from '../call.ts';
import { exampleMessage } from '../site-events.ts';

const arrival: Chapter = {
  title: 'Webhook payloads',
  formerTitle: 'What arrives at a webhook',
  text: [
    'A `POST` with the event’s name, the moment it happened in milliseconds, and the payload; `/docs/webhooks#examples` shows one of each event. Any 2xx answer within five seconds acknowledges it; a redirect does not.',
    'The order is not guaranteed, and a message may arrive twice with the same `svix-id`: store the ids you have handled. Of two messages about a member the later one has the greater `timestamp`, strictly: an older message must not overwrite what a newer one said.',
  ],
  terms: [
    ['`member.created`, `member.updated`', 'The member as in `GET /member`; never a password or a session.'],
    ['`member.suspended`', '`{id, suspendedAt}`: every way in is closed to the member; plans go on.'],
    ['`member.reinstated`, `member.deleted`', '`{id}`'],
    [
      '`member.plan.added`, `member.plan.updated`, `member.plan.canceled`',
      '`{id, planConnection}`: the member’s id, the connection as it is now. A plan that makes room for another is `canceled`, the other one `added`.',
    ],
    [
      '`member.payment.succeeded`, `member.payment.failed`',
      '`{id, payment: {id, connectionId, planId, priceId, amount, currency}}`: the member’s id; of the payment the card provider’s own id (null where it made none), the plan connection it is for (null where the plan could not be given), and the amount in decimal units.',
    ],
    ['`team.created`', '`{teamId, planId, ownerId}`'],
    ['`team.deleted`', '`{teamId, ownerId}`'],
    ['`team.member.added`, `team.member.removed`', '`{teamId, memberId}`'],
  ],
  example: JSON.stringify(exampleMessage('member.plan.added'), null, 2),
};

const proof: Chapter = {
  title: 'Verify a webhook signature',
  formerTitle: 'How a webhook is proved',
  text: [
    'Three headers, as the libraries of Svix and others for Standard Webhooks read them. The secret, `whsec_…`, is the endpoint’s own; the operator sees and replaces it with `npm run intake -- app webhooks`. After it was replaced, deliveries carry two signatures for a day, separated by a blank.',
  ],
  terms: [
    ['`svix-id`', 'The id of the delivery, the same at each attempt: `msg_…`'],
    ['`svix-timestamp`', 'When this attempt was made, in seconds. Refuse what is older than five minutes.'],
    [
      '`svix-signature`',
      '`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`, by the bytes whose base64 follows `whsec_`.',
    ],
  ],
  example: String.raw`import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody is the text as it arrived, before anything reads it as JSON.
function isProved(headers, rawBody, secret) {
  const { 'svix-id': id, 'svix-timestamp': seconds, 'svix-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - seconds) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update([id, seconds, rawBody].join('.')).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
};

const retries: Chapter = {
  title: 'Webhook retries',
  formerTitle: 'When a webhook does not arrive',
  text: [
    'It is tried eight times within a day: again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 8 and 8 hours. An endpoint that has taken nothing for five days is switched off; it is on again when the site is declared anew, or when a delivery that is sent once more arrives.',
  ],
};

const delivery = {
  id: 'msg_4h8d2k9s1w5x7t0c3p6v8n2b',
  endpointId: 'club',
  event: 'team.created',
  state: 'waiting',
  attempts: [{ at: '2026-11-20T09:12:45.000Z', status: 500, ms: 84, answer: 'Internal Server Error' }],
  createdAt: '2026-11-20T09:12:44.000Z',
  nextAttemptAt: '2026-11-20T09:12:50.000Z',
} as const;

/** What was sent to a site's webhooks, for its own server. */
export const webhookCalls = defineCalls({
  'GET /admin/webhooks/deliveries': {
    summary: 'List what was sent to webhooks',
    about:
      'Those that are kept, for 30 days unless the operator sets another number, the newest first; by endpoint and state. A message that was refused is `waiting` until its eight attempts, beside those that you ask for, are used up, after about a day, and only then `failed`: `attempts` says how it went, `nextAttemptAt` when it is tried again. `before` is the id of the last one seen; `limit` is 50 unless said and at most 100.',
    caller: 'server',
    query: ListDeliveriesQuery,
    answer: ListDeliveriesAnswer,
    example: {
      query: { state: 'waiting' },
      answer: { data: [delivery] },
    },
  },
  'GET /admin/webhooks/deliveries/:id': {
    summary: 'Read what was sent to a webhook',
    about: 'With its payload, which is null once it is not kept any more.',
    caller: 'server',
    params: DeliveryParams,
    answer: DeliveryAnswer,
    refusals: ['webhook-not-found'],
    example: {
      params: { id: delivery.id },
      answer: { data: { ...delivery, payload: exampleMessage('team.created').payload } },
    },
  },
  'POST /admin/webhooks/deliveries/:id/retry': {
    summary: 'Send a webhook once more',
    about:
      'At once and under the same id, whether or not it arrived before; it uses up none of the eight attempts. A delivered message is kept for three days after it arrived, but no longer than its place in the list, and an undelivered one for 30, unless the operator sets other numbers, and neither longer than the member it is about.',
    caller: 'server',
    params: DeliveryParams,
    answer: RetryDeliveryAnswer,
    refusals: ['webhook-not-found'],
    example: {
      params: { id: delivery.id },
      answer: { data: { id: delivery.id } },
    },
  },
});

/** What the API reference says of them. */
export const webhookSubject: CallSubject = {
  title: 'Webhooks to your server',
  about:
    'Events of a site are sent to the addresses declared under `webhooks` in its settings, see `/docs/webhooks`. These calls list deliveries, show one and send one again.',
  chapters: [arrival, proof, retries],
  calls: webhookCalls,
};
