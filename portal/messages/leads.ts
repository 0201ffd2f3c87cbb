import type { Messages } from './messages.ts';

/** The form that asks for a course outline, and the password after it. */
export const leadMessages = {
  error: 'Error',
  submitted: { title: 'Information submitted successfully', kind: 'success' },
  submissionFailed: 'Submission Failed',
  notProcessed: 'Failed to process your request. Please try again.',
  passwordSet: { title: 'Password set successfully!', kind: 'success' },
  passwordNotSet: 'Failed to set password. Please try again.',
  linkNotOpened: 'This link cannot be opened at the moment. Please try again.',
} satisfies Messages;
