import type { MembershipCalls } from '../contract/calls/membership-calls.ts';
import type { Send } from './request.ts';

/** Where a member is logged in. Apart from the rest, since each call counts among the few kB of the widget's script. */
export function sessionCalls(send: Send<MembershipCalls>) {
  return {
    /** The member's running sessions, the last used first. */
    getSessions: () => send('GET /member/sessions'),

    /** Ends one of them. */
    endSession: (session: { id: string }) => send('DELETE /member/sessions/:id', undefined, session),

    /** Ends all but the one that asks. */
    endOtherSessions: () => send('POST /member/sessions/end-others'),
  };
}
