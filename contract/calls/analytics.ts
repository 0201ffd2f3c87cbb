import { defineCalls, type CallSubject } from '../call.ts';
import {
  EventAnswer,
  EventRequest,
  PageCountsAnswer,
  PageCountsQuery,
  PageViewAnswer,
  PageViewRequest,
} from '../analytics.ts';
import { sessionData, visit } from '../examples.ts';

/** Page views and events that clients report, and the counts a site reads. */
export const analyticsCalls = defineCalls({
  'POST /page-view': {
    summary: 'Count a page view',
    about:
      'Numbers per site and day are all that is kept: views, browsers, systems, screens and paths. Of a path the query is left out, and what does not look like a word: numbers, ids, addresses, tokens. The session id goes back to the client and is stored nowhere. What is not as expected is passed over, never refused.',
    caller: 'visitor',
    body: PageViewRequest,
    answer: PageViewAnswer,
    example: { body: { data: { sessionData: visit } }, answer: { data: { sessionData } } },
  },
  'POST /event': {
    summary: 'Count an event',
    about:
      'Takes any object. Its `type` is counted per site and day if it is letters and blanks; nothing else is kept. Put no names of people into it.',
    caller: 'visitor',
    body: EventRequest,
    answer: EventAnswer,
    example: { body: { type: 'video-started' }, answer: { data: {} } },
  },
  'GET /admin/page-counts': {
    summary: 'Read how often pages were viewed',
    about:
      'Per day, in UTC: views, browsers, systems, screens, paths and events. Up to 31 days at once, both ends included. Paths and events seen less than ten times in a day, or beyond 200 a day, are counted together as `(other)`; the rare ones are forgotten in the night after.',
    caller: 'server',
    query: PageCountsQuery,
    answer: PageCountsAnswer,
    example: {
      query: { from: '2026-11-01', to: '2026-11-30' },
      answer: { data: [{ day: '2026-11-20', kind: 'path', value: '/evenings', count: 41 }] },
    },
  },
});

/** What the API reference says of them. */
export const analyticsSubject: CallSubject = {
  title: 'Page views and events',
  about:
    'Pages tell of visits; a site’s own server reads the counts. What is kept are numbers per site and day, and nothing that is told is refused for what it holds.',
  calls: analyticsCalls,
};
