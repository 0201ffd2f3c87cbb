import { webhookCalls } from '../../../contract/calls/webhooks.ts';
import { describeCalls, type Chapter } from '../call-note.ts';

const message = {
  event: 'member.plan.added',
  timestamp: 1795165964000,
  payload: {
    id: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m',
    planConnection: {
      id: 'con_2f9d4k7m1q8s5t0v3w6x9z2b',
      active: true,
      status: 'ACTIVE',
      planId: 'pln_demo_free',
      type: 'FREE',
      payment: null,
    },
  },
};

const arrival: Chapter = {
  title: 'What arrives at a webhook',
  text: [
    'A `POST` with the event’s name, the moment it happened in milliseconds, and the payload. Any answer of the 200s within five seconds takes it; a redirect does not.',
    'Nothing is promised about the order, and after a crash the same message may come twice, with the same `svix-id`: keep the ids you have seen, and compare timestamps.',
  ],
  terms: [
    ['`member.created`, `member.updated`', 'The member as in `GET /member`; never a password or a session.'],
    ['`member.deleted`', '`{id}`'],
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
  example: JSON.stringify(message, null, 2),
};

const proof: Chapter = {
  title: 'How a webhook is proved',
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
  title: 'When a webhook does not arrive',
  text: [
    'It is tried eight times within a day: again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 8 and 8 hours. An endpoint that has taken nothing for five days is switched off; it is on again when the site is declared anew, or when a delivery that is sent once more arrives.',
  ],
};

export const webhookReference = describeCalls(webhookCalls, {
  title: 'Webhooks to your server',
  about:
    'What happens at a site is told to the addresses declared under its `webhooks`, each with an `id`, a `url` and the `events` it wants. These two calls show what became of it.',
  notes: {
    'GET /admin/webhooks/deliveries': {
      summary: 'List what was sent to webhooks',
      about:
        'Of the last 30 days, the newest first; by endpoint and state. `before` is the id of the last one seen; `limit` is 50 unless said and at most 100.',
      example: {
        query: { state: 'failed' },
        answer: {
          data: [
            {
              id: 'msg_4h8d2k9s1w5x7t0c3p6v8n2b',
              endpointId: 'club',
              event: 'member.created',
              state: 'failed',
              attempts: [{ at: '2026-11-20T09:12:45.000Z', status: 500, ms: 84, answer: 'Internal Server Error' }],
              createdAt: '2026-11-20T09:12:44.000Z',
            },
          ],
        },
      },
    },
    'POST /admin/webhooks/deliveries/:id/retry': {
      summary: 'Send a webhook once more',
      about:
        'Now, under the same id, whatever became of it. What was sent is kept for three days after it has arrived, otherwise for 30, and no longer than the member it tells of.',
      example: {
        params: { id: 'msg_4h8d2k9s1w5x7t0c3p6v8n2b' },
        answer: { data: { id: 'msg_4h8d2k9s1w5x7t0c3p6v8n2b' } },
      },
    },
  },
  chapters: [arrival, proof, retries],
});
