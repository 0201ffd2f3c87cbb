import type { Messages } from './messages.ts';

/** The password of an account, where it is logged in, and the proof of who asks. */
export const securityMessages = {
  oldPasswordMissing: 'Please enter your current password.',
  passwordMissing: 'Please enter your password.',
  passwordChanged: { title: 'Password changed', text: 'All your other sessions have ended.', kind: 'success' },
  passwordSet: { title: 'Password set', text: 'All your other sessions have ended.', kind: 'success' },
  passwordFailed: 'Your password was not changed. Please try again.',

  listFailed: 'We cannot show your sessions at the moment.',
  ended: (device) => `The session of ${device} has ended.`,
  othersEnded: 'All your other sessions have ended.',
  notEnded: 'The session was not ended. Please try again.',

  notProved: 'We could not check that. Please try again.',
  codeNotSent: 'We could not send a code. Please try again.',
} satisfies Messages;
