import { sessionCalls } from '../../../contract/calls/sessions.ts';
import { limits } from '../../../contract/limits.ts';
import { describeCalls } from '../call-note.ts';
import { sent, session } from '../example-objects.ts';

export const sessionReference = describeCalls(sessionCalls, {
  title: 'Sessions',
  about: `Members see where they are logged in, and end sessions. Ending one, and whatever changes a way in or deletes the account, needs a proof of the last ${limits.recentProofMinutes} minutes: a log-in counts, and so do the calls here. Without one the call is refused with \`recent-login-required\`.`,
  notes: {
    'GET /member/sessions': {
      summary: 'List the sessions of the current member',
      about: `The last used first; \`current\` is the one that asks. A member has at most ${limits.sessionsPerMember}.`,
      example: { answer: { data: [{ ...session, current: true }] } },
    },
    'DELETE /member/sessions/:id': {
      summary: 'End a session',
      about: 'Its token is worth nothing from then on. The session that asks may be ended too.',
      example: { params: { id: session.id }, answer: { data: { id: session.id } } },
    },
    'POST /member/sessions/end-others': {
      summary: 'End all other sessions',
      about: 'Answers how many were running.',
      example: { answer: { data: { ended: 2 } } },
    },
    'POST /member/prove/send': {
      summary: 'Have a code mailed that proves who uses the session',
      about: 'Goes to the address the member logs in with.',
      example: { answer: sent },
    },
    'POST /member/prove': {
      summary: 'Prove who uses the session',
      about: 'By the `password` of the account or by the mailed `code`. The session goes on; its token stays the same.',
      example: { body: { code: '204816' }, answer: sent },
    },
  },
});
