import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
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
import { badPassword } from '../bad-password.ts';
import { member, sent } from '../examples.ts';

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
    summary: 'Send a password reset code',
    about:
      'Keep the `context` of the answer and send it, or the address, along with the code. The answer is the same for an unknown address.',
    caller: 'visitor',
    body: EmailRequest,
    answer: SendResetAnswer,
    limits: [sendCallsPerClient],
    refusals: ['invalid-email', 'required-field-missing'],
    example: {
      body: { email: 'friend@intake.example' },
      answer: {
        data: 'If there is an account for this address, a mail is on its way.',
        context: 'q1w2e3r4t5y6u7i8o9p0',
      },
    },
  },
  'POST /auth/reset-password': {
    summary: 'Reset the password with the mailed code',
    about: 'Ends every session of the member. It does not log in.',
    caller: 'visitor',
    body: ResetPasswordRequest,
    answer: SuccessAnswer,
    limits: [blindGuessesPerClient],
    refusals: ['invalid-reset-code', 'account-suspended', 'invalid-email', 'required-field-missing', ...badPassword],
    example: {
      body: { token: '123456', newPassword: 'elm-stool-sunday', email: 'friend@intake.example' },
      answer: { data: { success: true }, _internalUseOnly: { message: 'Your password has been reset.' } },
    },
  },
  'POST /auth/send-email-verification': {
    summary: 'Resend the verification link',
    caller: 'member',
    limits: [writesPerMember],
    body: SendVerificationRequest,
    answer: SendMailAnswer,
    example: { body: {}, answer: sent },
  },
  'POST /member/verify-email/send': {
    summary: 'Send a verification code',
    about:
      'Mails a code to the address that is shown while it is not verified, also to a new one that waits. Nothing is sent if it is verified already.',
    caller: 'member',
    answer: SendMailAnswer,
    limits: [sendCallsPerClient],
    example: { answer: sent },
  },
  'POST /member/verify-email': {
    summary: 'Verify the address with the mailed code',
    about:
      'Sessions, password and connected providers stay as they are. A new address takes effect, and the old one is told.',
    caller: 'member',
    limits: [writesPerMember],
    body: VerifyEmailRequest,
    answer: MemberAnswer,
    refusals: ['invalid-verification-code'],
    example: {
      body: { code: '204816' },
      answer: { data: member, _internalUseOnly: { message: 'Your email address has been confirmed.' } },
    },
  },
  'POST /member-auth': {
    summary: 'Change address or password',
    about:
      'A new address takes effect when its owner opens the link mailed to it; the old address is notified. A new password needs `oldPassword`; a member with a second factor needs a recent proof as well. All other sessions end.',
    caller: 'member',
    body: UpdateMemberAuthRequest,
    answer: MemberAnswer,
    limits: [addressChangesPerMember, oldPasswordsPerMember, wrongOldPasswordsInARow],
    refusals: ['invalid-email', 'invalid-password', 'recent-login-required', ...badPassword],
    example: {
      body: { oldPassword: 'oak-bench-saturday', newPassword: 'elm-stool-sunday' },
      answer: { data: member, _internalUseOnly: { message: 'Your password has been changed.' } },
    },
  },
  'POST /member/set-password': {
    summary: 'Set a first password',
    about:
      'For an account without a password, within ten minutes after a log-in or `POST /member/prove`. All other sessions end.',
    caller: 'member',
    limits: [writesPerMember],
    body: SetPasswordRequest,
    answer: MemberAnswer,
    refusals: ['password-already-set', 'recent-login-required', 'required-field-missing', ...badPassword],
    example: {
      body: { password: 'elm-stool-sunday' },
      answer: { data: member, _internalUseOnly: { message: 'Your password has been set.' } },
    },
  },
});

/** What the API reference says of them. */
export const credentialSubject: CallSubject = {
  title: 'Password and address',
  about:
    'A password has 8 to 256 characters and is taken as typed; a site may ask for more than 8. Common and leaked passwords are refused.',
  calls: credentialCalls,
};
