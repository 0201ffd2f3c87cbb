import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { Send } from './request.ts';

/** Calls of a page in which staff see as a member. */
export const viewCalls = (send: Send<MembershipCalls>) => ({
  /** Exchanges the code of the page's address for the bearer of the view. */
  openView: (code: string) => send('POST /member-view', { code }),

  /** Ends the view that is the bearer. */
  endView: () => send('DELETE /member-view'),
});
