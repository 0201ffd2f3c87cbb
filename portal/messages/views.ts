import type { Messages } from './messages.ts';

/** What staff are told who see the portal as a member. */
export const viewMessages = {
  seeing: (name: string) => `You see this as ${name} · read-only`,
  minutes: (minutes: string) => `ends in ${minutes} min`,
  end: 'End',
  ended: 'This view has ended.',
  leave: 'Leave it',
  label: 'View of staff',
  notReached: 'Please open it in the console again.',
  notOpened: { title: 'The view could not be opened', kind: 'error' },
} satisfies Messages;
