import { defineCalls } from '../call.ts';

export const contentCalls = defineCalls({
  'POST /secure-content': {
    caller: 'member',
    // SCHEMA server/membership/content/content.routes.ts { schema: { body: SecureContentRequest, response: { 200: SecureContentAnswer } } }
    refusals: ['content-not-found', 'access-denied'],
  },
  'GET /secure-content/file': {
    caller: 'open',
    // SCHEMA server/membership/content/content.routes.ts { schema: { querystring: TicketQuery } }
    mediaType: 'application/octet-stream',
    refusals: ['access-denied', 'content-not-found'],
  },
});
