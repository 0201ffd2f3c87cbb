import { defineCalls, type CallSubject } from '../call.ts';
import { ContentTicketQuery, SecureContentAnswer, SecureContentRequest } from '../content.ts';

/** Content for members. */
export const contentCalls = defineCalls({
  'POST /secure-content': {
    summary: 'Read a piece of content',
    about:
      'Types are HTML, CSS, LINK, JS, JSON, TEXT, IMAGE and FILE. For an image or a file, `content` is an address that works for a minute. A visitor gets `login-required`, whether or not the content exists.',
    caller: 'member',
    inView: true,
    body: SecureContentRequest,
    answer: SecureContentAnswer,
    refusals: ['content-not-found', 'access-denied'],
    example: {
      body: { contentId: 'bench-drawing' },
      answer: { data: { content: '<h2>The beech bench, drawn</h2>', type: 'HTML' } },
    },
  },
  'GET /secure-content/file': {
    summary: 'Load an image or a file among it',
    about:
      'The address comes from the call above. It needs neither key nor session, works for a minute, and ends with the plan it was given for.',
    caller: 'open',
    query: ContentTicketQuery,
    mediaType: 'application/octet-stream',
    refusals: ['access-denied', 'content-not-found'],
    example: { query: { ticket: 'WyJhcHBf…' }, answer: 'The file, as the type it was declared with.' },
  },
});

/** What the API reference says of them. */
export const contentSubject: CallSubject = {
  title: 'Content for members',
  about:
    'Content the server hands out to entitled members only. Hiding elements and redirecting away from pages happens in the browser and protects nothing; this is checked by the server at every request, so it closes as soon as the plan ends.',
  calls: contentCalls,
};
