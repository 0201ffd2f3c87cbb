import { defineCalls, type CallSubject } from '../call.ts';

/** Calls of supervisors and of the card provider. */
export const systemCalls = defineCalls({
  'GET /healthz': {
    summary: 'Liveness check',
    about:
      'Where `DATABASE_READ_URL` names a standby, `standby` says how it is: `follows`, `lags`, `away` or `other-history`. Whatever it says, all calls are answered.',
    caller: 'open',
    example: { answer: { status: 'ok' } },
  },
  'GET /readyz': {
    summary: 'Readiness check',
    caller: 'open',
    example: { answer: { status: 'ready' } },
  },
  'POST /webhooks/stripe': {
    summary: 'Receive an event of the card provider',
    about:
      'Verified by its signature over the raw body (`Stripe-Signature`, at most 300 seconds old). A repeated event is acknowledged and ignored.',
    caller: 'open',
    refusals: ['invalid-signature', 'body-too-large'],
    example: { answer: { received: true } },
  },
});

/** What the API reference says of them. */
export const systemSubject: CallSubject = {
  title: 'Operation',
  about: 'Health checks for a load balancer or supervisor, and the address of the card provider’s webhook.',
  calls: systemCalls,
};
