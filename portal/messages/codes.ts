import type { Messages } from './messages.ts';

/** Of codes that are mailed: for a new password, and to prove an address. */
export const codeMessages = {
  missing: 'Please enter the code from your email.',
  sent: {
    title: 'New Code Generated',
    text: 'A new code has been sent to your email. Please check your spam folder.',
    kind: 'success',
  },
  comes: 'A code is on its way',
  comesAgain: 'A new code is on its way',
  /** Of the first code, where it leaves at once. */
  takes: 'It can take a minute, and may land in your spam folder.',
  waits: (seconds) => `It leaves in ${seconds} seconds, and may land in your spam folder.`,
  waitsAgain: (seconds) =>
    `It leaves in ${seconds} seconds. Until it arrives, the last one still works. Please check your spam folder.`,
} satisfies Messages;
