import type { Messages } from './messages.ts';

/** What several forms say. */
export const formMessages = {
  fillOutAllFields: 'Please fill out all fields',
  passwordTooShort: 'Password must be at least 8 characters',
} satisfies Messages;
