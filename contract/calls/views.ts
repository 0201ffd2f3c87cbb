import { defineCalls, type CallSubject, type LimitRule } from '../call.ts';
import { viewMinutes } from '../view-link.ts';
import { EndedViewAnswer, OpenedViewAnswer, OpenViewRequest } from '../views.ts';

/** Codes have 256 bits; this bounds what a script may ask. */
export const viewsPerClient: LimitRule = { name: 'member-view', per: 'network', points: 30, seconds: 600 };

/** A page in which staff see as a member. */
export const viewCalls = defineCalls({
  'POST /member-view': {
    summary: 'Open a view of staff',
    about:
      'Exchanges the code of the address that staff were given in the console. It works once, at the site it was made for. The widget does this by itself.',
    caller: 'visitor',
    body: OpenViewRequest,
    answer: OpenedViewAnswer,
    limits: [viewsPerClient],
    refusals: ['invalid-view-link'],
    example: {
      body: { code: 'Zk3v9Qm1' },
      answer: { data: { token: 'view.7t0c3p6v8n2b4h8d', name: 'Frankie', secondsLeft: 1_800 } },
    },
  },
  'DELETE /member-view': {
    summary: 'End a view of staff',
    about: 'The view is the bearer of the call. Safe to repeat.',
    caller: 'visitor',
    inView: true,
    answer: EndedViewAnswer,
    example: { answer: { data: { success: true } } },
  },
});

/** What the API reference says of them. */
export const viewSubject: CallSubject = {
  title: 'Views of staff',
  about: `Staff may see what a member sees, in the portal or on a page of the site, with a reason that stands in the audit log. Their bearer reads as the member for ${viewMinutes} minutes. A call that changes something answers \`view-is-read-only\`, whatever it changes.`,
  calls: viewCalls,
};
