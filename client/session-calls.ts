import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { Send } from './request.ts';

/** A member's own sessions. Apart from the rest, since each call counts in the size budget of the widget's script. */
export function sessionCalls(send: Send<MembershipCalls>) {
  return {
    /** The member's running sessions, the last used first. */
    getSessions: () => send('GET /member/sessions'),

    /** Ends one of them. */
    endSession: (session: { id: string }) => send('DELETE /member/sessions/:id', undefined, session),

    /** Ends all sessions but the one of the request. */
    endOtherSessions: () => send('POST /member/sessions/end-others'),
  };
}
