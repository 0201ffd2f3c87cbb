import { defineCalls, writesPerMember, type CallSubject } from '../call.ts';
import {
  EndedSessionAnswer,
  EndedSessionsAnswer,
  OwnSessionsAnswer,
  ProveAnswer,
  ProveRequest,
  SessionParams,
} from '../sessions.ts';
import { SendMailAnswer } from '../sign-in.ts';
import { oldPasswordsPerMember, wrongOldPasswordsInARow } from './credentials.ts';
import { secondFactorsPerAccount, wrongSecondFactorsInARow } from './second-factor.ts';
import { sendCallsPerClient } from './sign-in.ts';
import { limits } from '../limits.ts';
import { auth, sent, session } from '../examples.ts';

/** A member's own sessions, and the calls for a recent proof. */
export const sessionCalls = defineCalls({
  'GET /member/sessions': {
    summary: 'List the sessions of the current member',
    about: `The last used comes first; \`current\` marks the session that makes the call. A member has at most ${limits.sessionsPerMember}.`,
    caller: 'member',
    answer: OwnSessionsAnswer,
    example: { answer: { data: [{ ...session, current: true }] } },
  },
  'DELETE /member/sessions/:id': {
    summary: 'End a session',
    about: 'Its token stops working at once. A session may end itself.',
    caller: 'member',
    params: SessionParams,
    limits: [writesPerMember],
    answer: EndedSessionAnswer,
    refusals: ['session-not-found', 'recent-login-required'],
    example: { params: { id: session.id }, answer: { data: { id: session.id } } },
  },
  'POST /member/sessions/end-others': {
    summary: 'End all other sessions',
    about: 'The answer says how many were ended.',
    caller: 'member',
    limits: [writesPerMember],
    answer: EndedSessionsAnswer,
    refusals: ['recent-login-required'],
    example: { answer: { data: { ended: 2 } } },
  },
  'POST /member/prove/send': {
    summary: 'Send a code to confirm the member',
    about: 'Mails a code to the address the member logs in with, for `POST /member/prove`.',
    caller: 'member',
    limits: [sendCallsPerClient],
    answer: SendMailAnswer,
    example: { answer: sent },
  },
  'POST /member/prove': {
    summary: 'Confirm the member (recent log-in)',
    about:
      'Send the `password` of the account or the mailed `code`. A member with a second factor sends that instead: `passkey`, `authenticatorCode` or `recoveryCode`; otherwise the call answers `second-factor-required` with its `methods`. The session continues under a new token, in `tokens` of the answer: store it, as the old one stops working at once. On our own pages `tokens` is null, because the new token is in the cookie.',
    caller: 'member',
    body: ProveRequest,
    limits: [oldPasswordsPerMember, wrongOldPasswordsInARow, secondFactorsPerAccount, wrongSecondFactorsInARow],
    answer: ProveAnswer,
    refusals: [
      'invalid-password',
      'invalid-verification-code',
      'second-factor-required',
      'invalid-second-factor-code',
      'passkey-refused',
    ],
    example: { body: { code: '204816' }, answer: { data: { member: auth.member, tokens: auth.tokens } } },
  },
});

/** What the API reference says of them. */
export const sessionSubject: CallSubject = {
  title: 'Sessions',
  about: `Members list and end their sessions. Ending a session, setting a first password, changing the address or connected providers, and deleting the account need a log-in or \`POST /member/prove\` of the last ${limits.recentProofMinutes} minutes. Otherwise the call answers \`recent-login-required\`. A change of password or address that comes with the current password needs none, except by a member with a second factor.`,
  calls: sessionCalls,
};
