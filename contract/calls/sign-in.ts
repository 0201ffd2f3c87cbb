import { defineCalls, type LimitRule } from '../call.ts';
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
import { badPassword } from './bad-password.ts';

const tenMinutes = 10 * 60;

export const signUpsPerClient: LimitRule = {
  name: 'sign-up',
  per: 'network',
  points: 20,
  of: 'sign-ups',
  seconds: tenMinutes,
};
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

/** Sign-up, log-in and log-out. */
export const signInCalls = defineCalls({
  'POST /auth/signup': {
    caller: 'visitor',
    query: SignupQuery,
    body: SignupRequest,
    answer: AuthAnswer,
    limits: [signUpsPerClient],
    refusals: [
      'email-already-in-use',
      'check-your-mail',
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
  },
  'POST /auth/login': {
    caller: 'visitor',
    body: LoginRequest,
    answer: AuthAnswer,
    limits: [logInsPerAccount, logInFailuresPerClient],
    // An account may be deleted while somebody logs in to it.
    refusals: ['invalid-credentials', 'invalid-email', 'required-field-missing', 'member-not-found'],
  },
  'POST /auth/passwordless/login/send': {
    caller: 'visitor',
    body: SendCodeRequest,
    answer: SendMailAnswer,
    limits: [sendCallsPerClient],
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /auth/passwordless/signup/send': {
    caller: 'visitor',
    body: SendCodeRequest,
    answer: SendMailAnswer,
    limits: [sendCallsPerClient],
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /auth/passwordless/login': {
    caller: 'visitor',
    body: PasswordlessLoginRequest,
    answer: AuthAnswer,
    refusals: [
      'invalid-passwordless-login-code',
      'invalid-email',
      'required-field-missing',
      'access-denied',
      'member-not-found',
      // Of a member who was seeded for demonstration, and is void.
      'invalid-credentials',
    ],
  },
  'POST /member/logout': {
    caller: 'visitor',
    answer: LogoutAnswer,
  },
});
