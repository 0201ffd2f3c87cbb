import type { Messages } from './messages.ts';

/** Above an outline. */
export const outlineMessages = {
  /** To a visitor who asked for it by the form. One text for a new and a known address, so that it does not tell which. */
  asked: {
    title: 'Here is your outline',
    mailed: 'We have also emailed you the way back to it, at',
    password:
      'You are not logged in yet. If your address was new to us, the password you have just chosen opens your account. If we knew it before, nothing about the account was changed: the mail says how you get in.',
  },
} satisfies Messages;
