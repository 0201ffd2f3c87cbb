import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import {
  CallbackParams,
  CallbackQuery,
  ConnectMessage,
  ConnectPopupQuery,
  ConnectTicketAnswer,
  DisconnectProviderAnswer,
  DisconnectProviderRequest,
  LoginPopupQuery,
  SignupPopupQuery,
} from '../providers.ts';
import { AuthAnswer } from '../sign-in.ts';
import { signUpsPerClient } from './sign-in.ts';

/** Each popup asks a provider, and keeps a row for ten minutes. */
export const popupsPerClient: LimitRule = { name: 'provider-popup', per: 'network', points: 60, seconds: 600 };
/** Each connection mails the member. */
export const connectsPerMember: LimitRule = {
  name: 'provider-connect',
  per: 'member',
  points: 10,
  of: 'connections',
  seconds: 3_600,
};

/** Refusals of a window before it leads to the provider. */
const ofDeparture = ['provider-not-found', 'provider-unavailable'] as const satisfies ErrorCode[];
/** Refusals of whom the provider vouches for, to log in or to sign up. */
const ofSignIn = [
  'provider-sign-in-failed',
  'provider-email-unproved',
  'provider-email-missing',
  'account-already-connected',
  // Of a member who was seeded for demonstration, and is void.
  'invalid-credentials',
] as const satisfies ErrorCode[];
/** Refusals of an account that would be made. */
const ofJoining = [
  'field-not-writable',
  'invalid-field-value',
  'test-mode-member-limit-reached',
] as const satisfies ErrorCode[];
/** Refusals of a provider that a member would connect. */
const ofConnecting = [
  'account-connect-requires-login',
  'account-connect-failed',
  'account-already-connected',
] as const satisfies ErrorCode[];
/** Refusals of the site a window is opened for; its address names the site, not a header. */
const ofSite = ['app-not-found', 'origin-not-allowed'] as const satisfies ErrorCode[];

/** Of all three windows: each ends at a callback. */
const callback = {
  caller: 'open',
  query: CallbackQuery,
  limits: [signUpsPerClient, connectsPerMember],
  mediaType: 'text/html',
  refusals: [
    ...ofDeparture,
    ...ofSignIn,
    ...ofJoining,
    ...ofConnecting,
    'account-not-found',
    'member-not-found',
    'email-already-in-use',
  ],
} as const;

/** Signing in with providers: the windows, which are pages, and the calls of a member. */
export const providerCalls = defineCalls({
  'GET /auth-provider/login': {
    caller: 'open',
    query: LoginPopupQuery,
    message: AuthAnswer,
    limits: [popupsPerClient],
    mediaType: 'text/html',
    status: 302,
    refusals: [...ofSite, ...ofDeparture, ...ofSignIn, 'account-not-found'],
  },
  'GET /auth-provider/signup': {
    caller: 'open',
    query: SignupPopupQuery,
    message: AuthAnswer,
    limits: [popupsPerClient],
    mediaType: 'text/html',
    status: 302,
    refusals: [...ofSite, ...ofDeparture, ...ofSignIn, ...ofJoining],
  },
  'GET /auth-provider/connect': {
    caller: 'open',
    query: ConnectPopupQuery,
    message: ConnectMessage,
    limits: [popupsPerClient],
    mediaType: 'text/html',
    status: 302,
    refusals: [...ofSite, ...ofDeparture, ...ofConnecting, 'connect-ticket-required', 'recent-login-required'],
  },
  'GET /auth-provider/callback': callback,
  'GET /auth-provider/callback/:appId/:provider': { ...callback, params: CallbackParams },
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
    refusals: ['account-not-connected', 'account-set-password-before-disconnect', 'recent-login-required'],
  },
});
