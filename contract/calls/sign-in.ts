import { defineCalls } from '../call.ts';

export const signInCalls = defineCalls({
  'POST /auth/signup': {
    caller: 'visitor',
    // SCHEMA server/membership/sign-in/sign-in.routes.ts { schema: { body: SignupRequest, querystring: SignupQuery, ...authAnswer } }
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
    // SCHEMA server/membership/sign-in/sign-in.routes.ts { schema: { body: LoginRequest, ...authAnswer } }
    refusals: ['invalid-credentials', 'invalid-email', 'required-field-missing'],
  },
  'POST /auth/passwordless/login/send': {
    caller: 'visitor',
    // SCHEMA not found
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /auth/passwordless/signup/send': {
    caller: 'visitor',
    // SCHEMA not found
    refusals: ['invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /auth/passwordless/login': {
    caller: 'visitor',
    // SCHEMA server/membership/sign-in/sign-in.routes.ts { schema: { body: PasswordlessLoginRequest, ...authAnswer } }
    refusals: ['invalid-passwordless-login-code', 'invalid-email', 'required-field-missing', 'access-denied'],
  },
  'POST /member/logout': {
    caller: 'visitor',
    // SCHEMA server/membership/sign-in/sign-in.routes.ts { schema: { response: { 200: LogoutAnswer } } }
  },
});
