import { defineCalls, type CallSubject, type LimitRule } from '../call.ts';
import {
  AuthAnswer,
  LoginRequest,
  LogoutAnswer,
  PasswordlessLoginRequest,
  SendCodeRequest,
  SendMailAnswer,
  SignupQuery,
  SignupRequest,
} from '../sign-in.ts';
import { badPassword } from '../bad-password.ts';
import { auth, sent } from '../examples.ts';

const tenMinutes = 10 * 60;

export const signUpsPerClient: LimitRule = {
  name: 'sign-up',
  per: 'network',
  points: 20,
  of: 'sign-ups',
  seconds: tenMinutes,
};
const context = 'b7Vn0uQm2xT4kZ9dRfLpWcYs1HgJ6eAoXiKq3NvB8tU';
const asked = { email: 'friend@intake.example', context };
const binding =
  'Send random text as `context`, and the code works only together with it, which binds the code to one browser tab; without it, the code works anywhere. Our client sends it.';

/** Exponential back-off: each refused attempt lengthens the wait, up to a quarter of an hour. */
export const logInsPerAccount: LimitRule = {
  name: 'log-in',
  per: 'account',
  points: 10,
  seconds: tenMinutes,
  growth: { seconds: 60, mostSeconds: 15 * 60 },
};
export const logInFailuresPerClient: LimitRule = {
  name: 'log-in-failure',
  per: 'network',
  points: 40,
  of: 'failures',
  seconds: tenMinutes,
};
/** Calls that have a code mailed, all together. */
export const sendCallsPerClient: LimitRule = {
  name: 'send-call',
  per: 'network',
  points: 300,
  of: 'mailed codes',
  seconds: tenMinutes,
};
/** Of them those that mail an address without an account: people who never heard of the site. A class signs up at once. */
export const signUpCodesPerClient: LimitRule = {
  name: 'sign-up-code',
  per: 'network',
  points: 60,
  of: 'mailed codes for sign-ups',
  seconds: tenMinutes,
};

/** Sign-up, log-in and log-out. */
export const signInCalls = defineCalls({
  'POST /auth/signup': {
    summary: 'Sign up',
    about:
      'Send an address and a password; or, with `?isPasswordless=true`, the mailed code as `passwordlessToken`. A link that verifies the address is mailed. `plans` takes free plans; ids of paid ones are ignored, and so are custom fields the site does not declare and empty values of server-written fields. An invalid `inviteToken` does not stop the sign-up: `teamInvite` in the answer says whether the member joined. With `privateSignup` every sign-up with a password answers `check-your-mail`, and the mailed link creates the account. `website` is a honeypot that people do not see: a request that fills it in gets a success and no account.',
    caller: 'visitor',
    query: SignupQuery,
    body: SignupRequest,
    answer: AuthAnswer,
    limits: [signUpsPerClient],
    refusals: [
      'email-already-in-use',
      'check-your-mail',
      'second-factor-setup-required',
      'invalid-email',
      ...badPassword,
      'invalid-passwordless-login-code',
      'required-field-missing',
      'invalid-field-value',
      'field-not-writable',
      'invalid-captcha',
      'captcha-unavailable',
      'test-mode-member-limit-reached',
    ],
    example: {
      body: {
        email: 'friend@intake.example',
        password: 'oak-bench-saturday',
        customFields: { 'first-name': 'Frankie' },
        plans: [{ planId: 'pln_demo_free' }],
      },
      answer: { data: auth },
    },
  },
  'POST /auth/login': {
    summary: 'Log in with a password',
    about:
      'An unknown address, a wrong password and an account without a password get the same error. A member with a second factor gets `second-factor-required` once the password is right, with `step` and `methods` for the second step; where the site requires one and the member has none, `second-factor-setup-required` with `setup`. With `options.includeContentGroups` the answer lists the content groups that are open to the member.',
    caller: 'visitor',
    body: LoginRequest,
    answer: AuthAnswer,
    limits: [logInsPerAccount, logInFailuresPerClient],
    // Race: the account may be deleted while its member logs in.
    refusals: [
      'invalid-credentials',
      'second-factor-required',
      'account-suspended',
      'second-factor-setup-required',
      'invalid-email',
      'required-field-missing',
      'member-not-found',
    ],
    example: {
      body: { email: 'friend@intake.example', password: 'oak-bench-saturday' },
      answer: { data: auth },
    },
  },
  'POST /auth/passwordless/login/send': {
    summary: 'Send a log-in code',
    about: `The answer is the same whether or not the address has an account. ${binding}`,
    caller: 'visitor',
    body: SendCodeRequest,
    answer: SendMailAnswer,
    limits: [sendCallsPerClient],
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
    example: { body: asked, answer: sent },
  },
  'POST /auth/passwordless/signup/send': {
    summary: 'Send a sign-up code',
    about: `If the address already has an account, the mail says so; the answer is the same. ${binding}`,
    caller: 'visitor',
    body: SendCodeRequest,
    answer: SendMailAnswer,
    limits: [sendCallsPerClient, signUpCodesPerClient],
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
    example: { body: asked, answer: sent },
  },
  'POST /auth/passwordless/login': {
    summary: 'Log in with a mailed code',
    about:
      'The first log-in by code verifies the address. Somebody else may have created the account with it, so its password, sessions and connected providers are removed. If a password was removed, the answer has `passwordDropped: true`, the member gets a mail, and `POST /member/set-password` sets a new one within ten minutes. A log-in with a provider that vouches for the address does the same.',
    caller: 'visitor',
    body: PasswordlessLoginRequest,
    answer: AuthAnswer,
    refusals: [
      'invalid-passwordless-login-code',
      'second-factor-required',
      'account-suspended',
      'second-factor-setup-required',
      'invalid-email',
      'required-field-missing',
      'access-denied',
      'member-not-found',
      // A demonstration member that is void.
      'invalid-credentials',
    ],
    example: {
      body: { ...asked, passwordlessToken: '123456' },
      answer: { data: auth },
    },
  },
  'POST /member/logout': {
    summary: 'Log out',
    about: 'Ends the session at once. It succeeds with an expired or unknown token too. Takes no body.',
    caller: 'visitor',
    answer: LogoutAnswer,
    example: {
      answer: { data: { redirect: null }, _internalUseOnly: { message: 'You have been logged out.' } },
    },
  },
});

/** What the API reference says of them. */
export const signInSubject: CallSubject = {
  title: 'Sign-up and log-in',
  about:
    'An account belongs to one site: the same address at two sites is two members. A mailed code has six digits, works once and for ten minutes.',
  calls: signInCalls,
};
