import type { Messages } from './messages.ts';

/** What several forms say. */
export const formMessages = {
  fillOutAllFields: 'Please fill out all fields',
  /** Beside each field that was left empty. */
  missing: {
    course: 'Choose a course',
    firstName: 'Enter your first name',
    lastName: 'Enter your last name',
    email: 'Enter your email address',
    phone: 'Enter your phone number',
    password: 'Enter a password',
    ownPassword: 'Enter your password',
  },
  passwordTooShort: (least) => `Password must be at least ${least} characters`,
} satisfies Messages;
