import { providerCalls } from '../../../contract/calls/providers.ts';
import { describeCalls, type Chapter } from '../call-note.ts';

const opened = { provider: 'google', publicKey: 'pk_sb_demo', appId: 'app_demo', origin: 'www.example.com' };
const returned = { state: 'q7…43 characters…Xw', code: '4/0Ab…the provider’s own…' };
const ended = 'The page that ends the window: it posts the message to the page that opened it, and closes.';
const page = 'A redirect to the provider, or the page that ends the window.';

const window: Chapter = {
  title: 'How a window ends',
  text: [
    'It posts one message to the page that opened it, and closes. The message goes to the one origin that opened the window and to no other: the page’s referrer names it, and a browser that hides that leaves `origin`, the host name. Take no message but from our origin.',
    'A window that is closed by hand posts nothing. One that nobody opened says so to whoever is in front of it.',
  ],
  terms: [
    ['log-in, sign-up', '`{data: {member, tokens, redirect}}`, as after any other log-in.'],
    ['connect', '`{data: {providers, message}}`: all that are connected now, and a sentence to show.'],
    ['any that fails', '`{error: {code, message}}`'],
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

export const providerReference = describeCalls(providerCalls, {
  title: 'Signing in with providers',
  about:
    'Pages of a site open these addresses in a window of their own. A provider opens an account by who somebody is there; by an address only where the provider has proved it. Providers known by their names lead back to `/auth-provider/callback`; any other issuer to an address of its own.',
  notes: {
    'GET /auth-provider/login': {
      summary: 'Log in with a provider',
      about: 'Who has no account gets one with `allowSignup=true`, else the message is `account-not-found`.',
      example: { query: { ...opened, allowSignup: 'false' }, answer: page },
    },
    'GET /auth-provider/signup': {
      summary: 'Sign up with a provider',
      about:
        'Who has an account is logged in instead. `customFields` and `plans` are JSON, URL-encoded once more than the query itself; an `inviteToken` is used as by any sign-up.',
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
        'Whose account it is says a `ticket`. The session in whose name it was given must be proved within the last ten minutes. Existing clients send their token as `member` instead: a site takes it with `sessionInAddress: true` alone, and it is replaced by a ticket before anything else happens.',
      example: { query: { ...opened, ticket: 'Zk3…the ticket, good for a minute…w0Q' }, answer: page },
    },
    'GET /auth-provider/callback': {
      summary: 'Come back from a provider',
      about:
        'Where Google and the others that are known by their names lead people, with a `state` that works once, for ten minutes and in the browser that began. An issuer that a site has named comes here only with `callback: shared`, and then has to name itself in `iss` (RFC 9207).',
      example: { query: returned, answer: ended },
    },
    'GET /auth-provider/callback/:appId/:provider': {
      summary: 'Come back from an issuer that the site has named',
      about:
        'The same for every other OpenID provider. A sign-in ends at the callback it was begun with and at no other, so a code of one issuer never goes to another one.',
      example: { params: { appId: 'app_club', provider: 'club-id' }, query: returned, answer: ended },
    },
    'POST /member/connect-provider/ticket': {
      summary: 'Get a ticket for connecting a provider',
      about: 'It stands for the session in the address of the window, works once and for a minute.',
      example: { answer: { data: { ticket: 'Zk3…the ticket, good for a minute…w0Q' } } },
    },
    'POST /member/disconnect-provider': {
      summary: 'Disconnect a provider',
      about:
        'The only way into an account without a password stays. It needs a log-in or a proof of the last ten minutes; every other session ends, and the member is told by mail.',
      example: {
        body: { provider: 'google' },
        answer: {
          data: { providers: [], message: 'Google is not connected to your account any more.' },
          _internalUseOnly: { message: 'Google is not connected to your account any more.' },
        },
      },
    },
  },
  chapters: [window],
});
