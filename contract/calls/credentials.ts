import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
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
import { sendCallsPerClient } from './sign-in.ts';
import { badPassword } from './bad-password.ts';

/** Guesses at a code that name neither address nor context, and so could be meant for anybody's. */
export const blindGuessesPerClient: LimitRule = {
  name: 'blind-guess',
  per: 'network',
  points: 30,
  of: 'guesses without an address',
  seconds: 10 * 60,
};
/**
 * Wrong old passwords without a right one in between, for ever (the ceiling of NIST 800-63B): whoever stole a session
 * must not find the password out in time.
 */
export const wrongOldPasswordsInARow: LimitRule = {
  name: 'wrong-old-password',
  per: 'member',
  points: 100,
  of: 'wrong old passwords',
  seconds: 0,
};
export const oldPasswordsPerMember: LimitRule = {
  name: 'old-password',
  per: 'member',
  points: 10,
  of: 'old passwords',
  seconds: 10 * 60,
};
export const addressChangesPerMember: LimitRule = {
  name: 'address-change',
  per: 'member',
  points: 5,
  of: 'changes of the address',
  seconds: 60 * 60,
};

/** Passwords and addresses of accounts that exist. */
export const credentialCalls = defineCalls({
  'POST /auth/send-reset-password-email': {
    caller: 'visitor',
    body: EmailRequest,
    answer: SendResetAnswer,
    limits: [sendCallsPerClient],
    refusals: ['invalid-email', 'required-field-missing'],
  },
  'POST /auth/reset-password': {
    caller: 'visitor',
    body: ResetPasswordRequest,
    answer: SuccessAnswer,
    limits: [blindGuessesPerClient],
    refusals: ['invalid-reset-code', 'invalid-email', 'required-field-missing', ...badPassword],
  },
  'POST /auth/send-email-verification': {
    caller: 'member',
    limits: [writesPerMember],
    body: SendVerificationRequest,
    answer: SendMailAnswer,
  },
  'POST /member/verify-email/send': {
    caller: 'member',
    answer: SendMailAnswer,
    limits: [sendCallsPerClient],
  },
  'POST /member/verify-email': {
    caller: 'member',
    limits: [writesPerMember],
    body: VerifyEmailRequest,
    answer: MemberAnswer,
    refusals: ['invalid-verification-code'],
  },
  'POST /member-auth': {
    caller: 'member',
    body: UpdateMemberAuthRequest,
    answer: MemberAnswer,
    limits: [addressChangesPerMember, oldPasswordsPerMember, wrongOldPasswordsInARow],
    refusals: ['invalid-email', 'invalid-password', 'recent-login-required', ...badPassword],
  },
  'POST /member/set-password': {
    caller: 'member',
    limits: [writesPerMember],
    body: SetPasswordRequest,
    answer: MemberAnswer,
    refusals: ['password-already-set', 'recent-login-required', 'required-field-missing', ...badPassword],
  },
});
