import { systemCalls } from '../../../contract/calls/system.ts';
import { describeCalls } from '../call-note.ts';

export const systemReference = describeCalls(systemCalls, {
  title: 'Operation',
  about: 'What supervisors and the card provider ask.',
  notes: {
    'GET /healthz': {
      summary: 'Whether the process lives',
      example: { answer: { status: 'ok' } },
    },
    'GET /readyz': {
      summary: 'Whether it takes requests',
      example: { answer: { status: 'ready' } },
    },
    'POST /webhooks/stripe': {
      summary: 'Take an event of the card provider',
      about:
        'Signed over its raw bytes (`Stripe-Signature`, at most 300 seconds old). Taken once, however often it is sent.',
      example: { answer: { received: true } },
    },
  },
});
