import type { Messages } from './messages.ts';

/** Logging in, registering, choosing a new password. */
export const accountMessages = {
  loggedIn: { title: "You've been logged in", kind: 'success' },
  loginFailed: 'Failed to log in. Please check your credentials and try again.',

  termsNotAccepted: 'Please accept the Terms & Conditions',
  passwordsDiffer: 'Passwords must match',
  registered: { title: 'Your account has been created', kind: 'success' },
  registrationFailed: 'Failed to create account',

  emailMissing: 'Please provide an email address.',
  codeMissing: 'Please enter the code from your email.',
  newPasswordTooShort: 'Password must be at least 8 characters long.',
  newPasswordsDiffer: 'Passwords must match.',
  resetFailed: 'An error occurred while resetting your password. Please try again.',
  newCode: {
    title: 'New Code Generated',
    text: 'A new code has been sent to your email. Please check your spam folder.',
    kind: 'success',
  },
  newCodeComes: 'A new code is on its way',
  newCodeWaits: (seconds) =>
    `It leaves in ${seconds} seconds. Until it arrives, the last one still works. Please check your spam folder.`,
} satisfies Messages;
