import { defineCalls, writesPerMember, type CallSubject, type Chapter, type LimitRule } from '../call.ts';
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

const opened = { provider: 'google', publicKey: 'pk_sb_demo', appId: 'app_demo', origin: 'www.example.com' };
const returned = { state: 'q7…43 characters…Xw', code: '4/0Ab…the provider’s own…' };
const ended = 'The page that ends the window: it posts the message to the page that opened it, and closes.';
const page = 'A redirect to the provider, or the page that ends the window.';

const windowEnd: Chapter = {
  title: 'Result of a popup window',
  formerTitle: 'How a window ends',
  text: [
    'It posts one message to the page that opened it, and closes. The message goes to the one origin that opened the window and to no other: the page’s referrer names it, and a browser that hides that leaves `origin`, the host name. Take no message but from our origin.',
    'A window that is closed by hand posts nothing. One that was not opened by a page says so on screen.',
  ],
  terms: [
    ['log-in, sign-up', '`{data: {member, tokens, redirect}}`, as after any other log-in.'],
    ['connect', '`{data: {providers, message}}`: all that are connected now, and a sentence to show.'],
    [
      'any that fails',
      '`{error: {code, message}}`; with `second-factor-required` also `step` and `methods`, with `second-factor-setup-required` also `setup`.',
    ],
  ],
  example: `const service = '{intake}';
addEventListener('message', ({ origin, data }) => {
  if (origin !== service) return;
  if (data.error) show(data.error.message);
  else keep(data.data.tokens);
});
const query = new URLSearchParams({
  provider: 'google',
  publicKey: 'pk_sb_demo',
  origin: location.hostname,
});
open(service + '/auth-provider/login?' + query, 'login', 'width=600,height=700');`,
};

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
/** Refusals of a provider's identity at log-in or sign-up. */
const ofSignIn = [
  'provider-sign-in-failed',
  'provider-email-unproved',
  'provider-email-missing',
  'account-already-connected',
  'second-factor-required',
  'account-suspended',
  'second-factor-setup-required',
  // A demonstration member that is void.
  'invalid-credentials',
] as const satisfies ErrorCode[];
/** Refusals of a new account. */
const ofJoining = [
  'field-not-writable',
  'invalid-field-value',
  'test-mode-member-limit-reached',
] as const satisfies ErrorCode[];
/** Refusals of connecting a provider. */
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
    summary: 'Log in with a provider',
    about: 'Without an account, `allowSignup=true` creates one; otherwise the message is `account-not-found`.',
    caller: 'open',
    query: LoginPopupQuery,
    message: AuthAnswer,
    limits: [popupsPerClient],
    mediaType: 'text/html',
    status: 302,
    refusals: [...ofSite, ...ofDeparture, ...ofSignIn, 'account-not-found'],
    example: { query: { ...opened, allowSignup: 'false' }, answer: page },
  },
  'GET /auth-provider/signup': {
    summary: 'Sign up with a provider',
    about:
      'A person who already has an account is logged in instead. `customFields` and `plans` are JSON, URL-encoded once more than the query itself; an `inviteToken` is used as by any sign-up, unless the page hides its address (`Referrer-Policy: no-referrer`).',
    caller: 'open',
    query: SignupPopupQuery,
    message: AuthAnswer,
    limits: [popupsPerClient],
    mediaType: 'text/html',
    status: 302,
    refusals: [...ofSite, ...ofDeparture, ...ofSignIn, ...ofJoining],
    example: {
      query: {
        ...opened,
        customFields: '%7B%22first-name%22%3A%22Frankie%22%7D',
        plans: '%5B%7B%22planId%22%3A%22pln_demo_free%22%7D%5D',
      },
      answer: page,
    },
  },
  'GET /auth-provider/connect': {
    summary: 'Connect a provider with an account',
    about:
      '`ticket` says whose account it is: get one from `POST /member/connect-provider/ticket`, with a log-in of the last ten minutes. Clients of the original service send the session’s token as `member` instead. A site accepts that only with `sessionInAddress: true`; the token is replaced by a ticket before anything else happens.',
    caller: 'open',
    query: ConnectPopupQuery,
    message: ConnectMessage,
    limits: [popupsPerClient],
    mediaType: 'text/html',
    status: 302,
    refusals: [
      ...ofSite,
      ...ofDeparture,
      ...ofConnecting,
      'second-factor-setup-required',
      'connect-ticket-required',
      'recent-login-required',
    ],
    example: { query: { ...opened, ticket: 'Zk3…the ticket, good for a minute…w0Q' }, answer: page },
  },
  'GET /auth-provider/callback': {
    summary: 'Come back from a provider',
    about:
      'Where Google and the others that are known by their names lead people, with a `state` that works once, for ten minutes and in the browser that began. An issuer that a site has named comes here only with `callback: shared`, and then has to name itself in `iss` (RFC 9207).',
    ...callback,
    example: { query: returned, answer: ended },
  },
  'GET /auth-provider/callback/:appId/:provider': {
    summary: 'Come back from an issuer that the site has named',
    about:
      'The same for every other OpenID provider. A sign-in ends at the callback it was begun with and at no other, so a code of one issuer never goes to another one.',
    ...callback,
    params: CallbackParams,
    example: { params: { appId: 'app_club', provider: 'club-id' }, query: returned, answer: ended },
  },
  'POST /member/connect-provider/ticket': {
    summary: 'Get a ticket for connecting a provider',
    about: 'Put it into the address of the window in place of the session’s token. It works once and for a minute.',
    caller: 'member',
    limits: [writesPerMember],
    answer: ConnectTicketAnswer,
    refusals: ['recent-login-required'],
    example: { answer: { data: { ticket: 'Zk3…the ticket, good for a minute…w0Q' } } },
  },
  'POST /member/disconnect-provider': {
    summary: 'Disconnect a provider',
    about:
      'The last provider of an account without a password stays; one that the site has no more does not count. It needs a log-in or `POST /member/prove` of the last ten minutes. All other sessions end, and the member gets a mail.',
    caller: 'member',
    limits: [writesPerMember],
    body: DisconnectProviderRequest,
    answer: DisconnectProviderAnswer,
    refusals: ['account-not-connected', 'account-set-password-before-disconnect', 'recent-login-required'],
    example: {
      body: { provider: 'google' },
      answer: {
        data: { providers: [], message: 'Google is not connected to your account any more.' },
        _internalUseOnly: { message: 'Google is not connected to your account any more.' },
      },
    },
  },
});

/** What the API reference says of them. */
export const providerSubject: CallSubject = {
  title: 'Signing in with providers',
  about:
    'Social login and any OpenID provider. Pages of a site open these addresses in a popup window. An account is found by the provider’s id of the person, and by an email address only if the provider has verified it. Google and the other named providers return to `/auth-provider/callback`, any other issuer to an address of its own.',
  chapters: [windowEnd],
  calls: providerCalls,
};
