import { credentialCalls } from '../../../contract/calls/credentials.ts';
import { describeCalls } from '../call-note.ts';
import { member, sent } from '../example-objects.ts';

export const credentialReference = describeCalls(credentialCalls, {
  title: 'Password and address',
  about:
    'A password has 8 to 256 characters, or more where the site wants that, is taken as typed, and is none of the common ones.',
  notes: {
    'POST /auth/send-reset-password-email': {
      summary: 'Have a reset code mailed',
      about:
        'The `context` beside the answer shows later who asked: send it, or the address, along with the code. Answers the same for an unknown address.',
      example: {
        body: { email: 'friend@intake.example' },
        answer: {
          data: 'If there is an account for this address, a mail is on its way.',
          context: 'q1w2e3r4t5y6u7i8o9p0',
        },
      },
    },
    'POST /auth/reset-password': {
      summary: 'Set a new password with a mailed code',
      about: 'Ends every session of the member and signs nobody in.',
      example: {
        body: { token: '123456', newPassword: 'elm-stool-sunday', email: 'friend@intake.example' },
        answer: { data: { success: true }, _internalUseOnly: { message: 'Your password has been reset.' } },
      },
    },
    'POST /auth/send-email-verification': {
      summary: 'Have the link mailed again that proves the address',
      example: { body: {}, answer: sent },
    },
    'POST /member/verify-email/send': {
      summary: 'Have a code mailed that proves the address',
      about: 'Goes to the address the member logs in with. Nothing is sent where it is proved already.',
      example: { answer: sent },
    },
    'POST /member/verify-email': {
      summary: 'Prove the address with the mailed code',
      about: 'The session goes on, and so does everything else that opens the account.',
      example: {
        body: { code: '204816' },
        answer: { data: member, _internalUseOnly: { message: 'Your email address has been confirmed.' } },
      },
    },
    'POST /member-auth': {
      summary: 'Change address or password',
      about:
        'A new address counts once it is proved by the link mailed to it; the old one is told. A new password needs the old one. Every other session ends.',
      example: {
        body: { oldPassword: 'oak-bench-saturday', newPassword: 'elm-stool-sunday' },
        answer: { data: member, _internalUseOnly: { message: 'Your password has been changed.' } },
      },
    },
    'POST /member/set-password': {
      summary: 'Set a first password',
      about:
        'Only while there is none, and within ten minutes after a log-in or `POST /member/prove`. Every other session ends.',
      example: {
        body: { password: 'elm-stool-sunday' },
        answer: { data: member, _internalUseOnly: { message: 'Your password has been set.' } },
      },
    },
  },
});
