import type { Messages } from './messages.ts';

/** Courses and questions. */
export const readingMessages = {
  datesNotLoaded: {
    title: 'The dates did not load',
    text: 'The rest of the page is complete. Please try again in a moment.',
  },
  linkCopied: { title: 'Link copied', kind: 'success' },
} satisfies Messages;
