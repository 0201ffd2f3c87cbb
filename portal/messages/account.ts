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
  newPasswordTooShort: 'Password must be at least 8 characters long.',
  newPasswordsDiffer: 'Passwords must match.',
  resetFailed: 'An error occurred while resetting your password. Please try again.',
} satisfies Messages;
