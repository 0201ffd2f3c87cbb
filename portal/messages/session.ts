import type { Messages } from './messages.ts';

/** Who may open what, and whether the visitor is logged in. */
const logInFirst = 'Please log in to access this page';

export const sessionMessages = {
  accessDenied: { title: 'Access Denied', text: logInFirst, kind: 'error' },
  logInFirst: { title: logInFirst, kind: 'error' },
  alreadyEnrolled: { title: 'Already {Enrolled}', kind: 'info' },
  notLoggedIn: 'User is not logged in',
  loggedOut: { title: "You've been logged out", kind: 'success' },
  stillLoggedIn: {
    title: 'You are still logged in',
    text: 'Logging out did not work. Please try again.',
    kind: 'error',
  },
  offline: { title: 'You are offline', text: 'What you typed stays here. Sending works again once you are connected.' },
} satisfies Messages;
