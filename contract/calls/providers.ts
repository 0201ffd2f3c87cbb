import { defineCalls, writesPerMember } from '../call.ts';
import {
  CallbackQuery,
  ConnectPopupQuery,
  ConnectTicketAnswer,
  DisconnectProviderAnswer,
  DisconnectProviderRequest,
  LoginPopupQuery,
  SignupPopupQuery,
} from '../providers.ts';
import { signUpsPerClient } from './sign-in.ts';

/** Each popup asks a provider, and keeps a row for ten minutes. */
export const popupsPerClient = { name: 'provider-popup', points: 60, seconds: 600 };
/** Each connection mails the member. */
export const connectsPerMember = { name: 'provider-connect', points: 10, of: 'connections', seconds: 3_600 };

/** Signing in with providers: the windows, which are pages, and the calls of a member. */
export const providerCalls = defineCalls({
  'GET /auth-provider/login': {
    caller: 'open',
    query: LoginPopupQuery,
    limits: [popupsPerClient],
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
    query: SignupPopupQuery,
    limits: [popupsPerClient],
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
    query: ConnectPopupQuery,
    limits: [popupsPerClient],
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
    query: CallbackQuery,
    limits: [signUpsPerClient, connectsPerMember],
    mediaType: 'text/html',
    // Of all three windows: each ends here.
    refusals: [
      'provider-sign-in-failed',
      'account-connect-failed',
      'provider-not-found',
      'provider-unavailable',
      'provider-email-unproved',
      'provider-email-missing',
      'account-not-found',
      'account-connect-requires-login',
      'account-already-connected',
      'member-not-found',
      'email-already-in-use',
      'field-not-writable',
      'invalid-field-value',
      'test-mode-member-limit-reached',
    ],
  },
  'POST /member/connect-provider/ticket': {
    caller: 'member',
    limits: [writesPerMember],
    answer: ConnectTicketAnswer,
    refusals: ['recent-login-required'],
  },
  'POST /member/disconnect-provider': {
    caller: 'member',
    limits: [writesPerMember],
    body: DisconnectProviderRequest,
    answer: DisconnectProviderAnswer,
    refusals: ['account-not-connected', 'account-set-password-before-disconnect'],
  },
});
