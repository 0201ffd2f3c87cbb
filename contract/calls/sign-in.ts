import { defineCalls } from '../call.ts';
import {
  AuthAnswer,
  EmailRequest,
  LoginRequest,
  LogoutAnswer,
  PasswordlessLoginRequest,
  SendMailAnswer,
  SignupQuery,
  SignupRequest,
} from '../sign-in.ts';

/** Sign-up, log-in and log-out. */
export const signInCalls = defineCalls({
  'POST /auth/signup': {
    caller: 'visitor',
    query: SignupQuery,
    body: SignupRequest,
    answer: AuthAnswer,
    refusals: [
      'email-already-in-use',
      'check-your-mail',
      'invalid-email',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
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
    refusals: ['invalid-credentials', 'invalid-email', 'required-field-missing'],
  },
  'POST /auth/passwordless/login/send': {
    caller: 'visitor',
    body: EmailRequest,
    answer: SendMailAnswer,
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /auth/passwordless/signup/send': {
    caller: 'visitor',
    body: EmailRequest,
    answer: SendMailAnswer,
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /auth/passwordless/login': {
    caller: 'visitor',
    body: PasswordlessLoginRequest,
    answer: AuthAnswer,
    refusals: ['invalid-passwordless-login-code', 'invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /member/logout': {
    caller: 'visitor',
    answer: LogoutAnswer,
  },
});
