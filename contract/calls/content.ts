import { defineCalls } from '../call.ts';
import { ContentTicketQuery, SecureContentAnswer, SecureContentRequest } from '../content.ts';

/** Content for members. */
export const contentCalls = defineCalls({
  'POST /secure-content': {
    caller: 'member',
    body: SecureContentRequest,
    answer: SecureContentAnswer,
    refusals: ['content-not-found', 'access-denied'],
  },
  'GET /secure-content/file': {
    caller: 'open',
    query: ContentTicketQuery,
    mediaType: 'application/octet-stream',
    refusals: ['access-denied', 'content-not-found'],
  },
});
