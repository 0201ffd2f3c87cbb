import { defineCalls } from '../call.ts';
import { MemberAnswer, SetPasswordRequest, UpdateMemberAuthRequest } from '../members.ts';
import {
  EmailRequest,
  ResetPasswordRequest,
  SendMailAnswer,
  SendResetAnswer,
  SendVerificationRequest,
  SuccessAnswer,
  VerifyEmailRequest,
} from '../sign-in.ts';

/** Passwords and addresses of accounts that exist. */
export const credentialCalls = defineCalls({
  'POST /auth/send-reset-password-email': {
    caller: 'visitor',
    body: EmailRequest,
    answer: SendResetAnswer,
    refusals: ['invalid-email', 'required-field-missing'],
  },
  'POST /auth/reset-password': {
    caller: 'visitor',
    body: ResetPasswordRequest,
    answer: SuccessAnswer,
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
    body: SendVerificationRequest,
    answer: SendMailAnswer,
  },
  'POST /member/verify-email/send': {
    caller: 'member',
    answer: SendMailAnswer,
  },
  'POST /member/verify-email': {
    caller: 'member',
    body: VerifyEmailRequest,
    answer: MemberAnswer,
    refusals: ['invalid-verification-code'],
  },
  'POST /member-auth': {
    caller: 'member',
    body: UpdateMemberAuthRequest,
    answer: MemberAnswer,
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
    body: SetPasswordRequest,
    answer: MemberAnswer,
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
