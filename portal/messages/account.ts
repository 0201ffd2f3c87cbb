import type { Messages } from './messages.ts';

/** Logging in, registering, choosing a new password. */
export const accountMessages = {
  loggedIn: { title: "You've been logged in", kind: 'success' },
  /** After a log-in that was asked for on the way to another page of the menu. */
  landedAtCheck: 'You are at your eligibility check. The page you came for is in the menu.',
  landedAtReceipt: 'You are at your receipt. The page you came for is in the menu.',
  loginFailed: 'Failed to log in. Please check your credentials and try again.',

  termsNotAccepted: 'Please accept the Terms & Conditions',
  passwordsDiffer: 'Passwords must match',
  registered: { title: 'Your account has been created', kind: 'success' },
  registrationFailed: 'Failed to create account',

  emailMissing: 'Please provide an email address.',
  newPasswordTooShort: (least) => `Password must be at least ${least} characters long.`,
  newPasswordsDiffer: 'Passwords must match.',
  resetFailed: 'An error occurred while resetting your password. Please try again.',
} satisfies Messages;
