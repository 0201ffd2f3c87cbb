import { defineCalls } from '../call.ts';

export const credentialCalls = defineCalls({
  'POST /auth/send-reset-password-email': {
    caller: 'visitor',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { body: EmailRequest, response: { 200: SendResetAnswer } } }
    refusals: ['invalid-email', 'required-field-missing'],
  },
  'POST /auth/reset-password': {
    caller: 'visitor',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { body: ResetPasswordRequest, response: { 200: SuccessAnswer } } }
    refusals: [
      'invalid-reset-code',
      'invalid-email',
      'required-field-missing',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
    ],
  },
  'POST /auth/send-email-verification': {
    caller: 'member',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { body: SendVerificationRequest, response: { 200: SendMailAnswer } } }
  },
  'POST /member/verify-email/send': {
    caller: 'member',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { response: { 200: SendMailAnswer } } }
  },
  'POST /member/verify-email': {
    caller: 'member',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { body: VerifyEmailRequest, response: { 200: MemberAnswer } } }
    refusals: ['invalid-verification-code'],
  },
  'POST /member-auth': {
    caller: 'member',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { body: UpdateMemberAuthRequest, response: { 200: MemberAnswer } } }
    refusals: [
      'invalid-email',
      'invalid-password',
      'recent-login-required',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
    ],
  },
  'POST /member/set-password': {
    caller: 'member',
    // SCHEMA server/membership/sign-in/credentials.routes.ts { schema: { body: SetPasswordRequest, response: { 200: MemberAnswer } } }
    refusals: [
      'password-already-set',
      'recent-login-required',
      'required-field-missing',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
    ],
  },
});
