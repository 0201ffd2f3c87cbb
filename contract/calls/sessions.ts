import { defineCalls, writesPerMember } from '../call.ts';
import {
  EndedSessionAnswer,
  EndedSessionsAnswer,
  OwnSessionsAnswer,
  ProveRequest,
  SessionParams,
} from '../sessions.ts';
import { SendMailAnswer, SuccessAnswer } from '../sign-in.ts';
import { oldPasswordsPerMember, wrongOldPasswordsInARow } from './credentials.ts';
import { sendCallsPerClient } from './sign-in.ts';

/** What members do about their sessions, and how they prove in one who they are. */
export const sessionCalls = defineCalls({
  'GET /member/sessions': {
    caller: 'member',
    answer: OwnSessionsAnswer,
  },
  'DELETE /member/sessions/:id': {
    caller: 'member',
    params: SessionParams,
    limits: [writesPerMember],
    answer: EndedSessionAnswer,
    refusals: ['session-not-found', 'recent-login-required'],
  },
  'POST /member/sessions/end-others': {
    caller: 'member',
    limits: [writesPerMember],
    answer: EndedSessionsAnswer,
    refusals: ['recent-login-required'],
  },
  'POST /member/prove/send': {
    caller: 'member',
    limits: [sendCallsPerClient],
    answer: SendMailAnswer,
  },
  'POST /member/prove': {
    caller: 'member',
    body: ProveRequest,
    limits: [oldPasswordsPerMember, wrongOldPasswordsInARow],
    answer: SuccessAnswer,
    refusals: ['invalid-password', 'invalid-verification-code'],
  },
});
