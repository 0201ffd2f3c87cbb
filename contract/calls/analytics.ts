import { defineCalls } from '../call.ts';
import {
  EventAnswer,
  EventRequest,
  PageCountsAnswer,
  PageCountsQuery,
  PageViewAnswer,
  PageViewRequest,
} from '../analytics.ts';

/** What clients tell of visits, and what a site reads of it. */
export const analyticsCalls = defineCalls({
  'POST /page-view': {
    caller: 'visitor',
    body: PageViewRequest,
    answer: PageViewAnswer,
  },
  'POST /event': {
    caller: 'visitor',
    body: EventRequest,
    answer: EventAnswer,
  },
  'GET /admin/page-counts': {
    caller: 'server',
    query: PageCountsQuery,
    answer: PageCountsAnswer,
  },
});
