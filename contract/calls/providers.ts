import { defineCalls } from '../call.ts';

export const providerCalls = defineCalls({
  'GET /auth-provider/login': {
    caller: 'open',
    // SCHEMA server/membership/social/popup.routes.ts { schema: { querystring: LoginPopupQuery } }
    mediaType: 'text/html',
    status: 302,
    refusals: [
      'app-not-found',
      'origin-not-allowed',
      'provider-not-found',
      'provider-unavailable',
      'provider-sign-in-failed',
      'provider-email-unproved',
      'provider-email-missing',
      'account-not-found',
      'account-already-connected',
    ],
  },
  'GET /auth-provider/signup': {
    caller: 'open',
    // SCHEMA server/membership/social/popup.routes.ts { schema: { querystring: SignupPopupQuery } }
    mediaType: 'text/html',
    status: 302,
    refusals: [
      'app-not-found',
      'origin-not-allowed',
      'provider-not-found',
      'provider-unavailable',
      'provider-sign-in-failed',
      'provider-email-unproved',
      'provider-email-missing',
      'account-already-connected',
      'field-not-writable',
      'invalid-field-value',
      'test-mode-member-limit-reached',
    ],
  },
  'GET /auth-provider/connect': {
    caller: 'open',
    // SCHEMA server/membership/social/popup.routes.ts { schema: { querystring: ConnectPopupQuery }
    mediaType: 'text/html',
    status: 302,
    refusals: [
      'app-not-found',
      'origin-not-allowed',
      'provider-not-found',
      'provider-unavailable',
      'account-connect-requires-login',
      'recent-login-required',
      'account-connect-failed',
      'account-already-connected',
    ],
  },
  'GET /auth-provider/callback': {
    caller: 'open',
    // SCHEMA not found
    mediaType: 'text/html',
    refusals: ['provider-sign-in-failed'],
  },
  'POST /member/connect-provider/ticket': {
    caller: 'member',
    // SCHEMA server/membership/social/providers.routes.ts { schema: { response: { 200: ConnectTicketAnswer } } }
    refusals: ['recent-login-required'],
  },
  'POST /member/disconnect-provider': {
    caller: 'member',
    // SCHEMA server/membership/social/providers.routes.ts { schema: { body: DisconnectProviderRequest, response: { 200: DisconnectProviderAnswer } } }
    refusals: ['account-not-connected', 'account-set-password-before-disconnect'],
  },
});
