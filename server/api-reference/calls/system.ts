import type { CallGroup } from '../call-note.ts';

export const systemCalls: CallGroup = {
  title: 'Operation',
  about: 'What supervisors and the card provider ask.',
  calls: {
    'GET /healthz': {
      summary: 'Whether the process lives',
      caller: 'open',
      example: { answer: { status: 'ok' } },
    },
    'GET /readyz': {
      summary: 'Whether it takes requests',
      caller: 'open',
      example: { answer: { status: 'ready' } },
    },
    'POST /webhooks/stripe': {
      summary: 'Take an event of the card provider',
      about:
        'Signed over its raw bytes (`Stripe-Signature`, at most 300 seconds old). Taken once, however often it is sent.',
      caller: 'open',
      errors: ['invalid-signature', 'body-too-large'],
      example: { answer: { received: true } },
    },
  },
};
