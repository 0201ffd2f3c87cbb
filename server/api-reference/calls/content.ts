import { contentCalls } from '../../../contract/calls/content.ts';
import { describeCalls } from '../call-note.ts';

export const contentReference = describeCalls(contentCalls, {
  title: 'Content for members',
  about:
    'What a site hands out to members only. Hiding a part of a page, or sending somebody away from it, is done in the browser and protects nothing; this is checked here, each time, so that losing a plan closes it at once.',
  notes: {
    'POST /secure-content': {
      summary: 'Read a piece of content',
      about:
        'Types are HTML, CSS, LINK, JS, JSON, TEXT, IMAGE and FILE. For an image or a file, `content` is an address that works for a minute. A visitor is told to log in, whether or not there is such content.',
      example: {
        body: { contentId: 'bench-drawing' },
        answer: { data: { content: '<h2>The beech bench, drawn</h2>', type: 'HTML' } },
      },
    },
    'GET /secure-content/file': {
      summary: 'Load an image or a file among it',
      about:
        'The address comes from the call above. It needs neither key nor session, works for a minute, and ends with the plan it was given for.',
      example: { query: { ticket: 'WyJhcHBf…' }, answer: 'The file, as the type it was declared with.' },
    },
  },
});
