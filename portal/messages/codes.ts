import type { Messages } from './messages.ts';

/** Of codes that are mailed: for a new password, and to prove an address. */
export const codeMessages = {
  missing: 'Please enter the code from your email.',
  sent: {
    title: 'New Code Generated',
    text: 'A new code has been sent to your email. Please check your spam folder.',
    kind: 'success',
  },
  comes: 'A new code is on its way',
  waits: (seconds) =>
    `It leaves in ${seconds} seconds. Until it arrives, the last one still works. Please check your spam folder.`,
} satisfies Messages;
