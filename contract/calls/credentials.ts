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

/** Blind guesses: at a code, without address or context, so that any account's code could match. */
export const blindGuessesPerClient: LimitRule = {
  name: 'blind-guess',
  per: 'network',
  points: 30,
  of: 'guesses without an address',
  seconds: 10 * 60,
};
/**
 * Wrong old passwords without a right one in between, for ever (the ceiling of NIST 800-63B): an attacker
 * with a stolen session must not find out the password.
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
