import { RequestError } from '../../client/request.ts';
import type { Partner } from '../../shared/partners.ts';
import { sessionMessages } from '../messages/session.ts';
import { pathOf } from '../partner/paths.ts';
import { toast } from '../../ui/toast.ts';
import { forgetMember } from './sign-out.ts';
import { rememberWanted } from './wanted-path.ts';

/**
 * Leads to the login page when a call failed because the session has ended: it ran out, or another
 * tab logged out. The member is forgotten in this browser, so that every screen shows a visitor.
 *
 * @param navigate the router's; called with the address of the login page
 * @returns whether it left; false for every other failure, which the caller has to tell about
 */
export function leaveIfSignedOut(error: unknown, partner: Partner, navigate: (to: string) => unknown): boolean {
  if (!isSignedOut(error)) return false;
  forgetMember();
  rememberWanted(location.pathname + location.search);
  toast(sessionMessages.logInFirst);
  void navigate(pathOf(partner, 'login'));
  return true;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'login-required' || error.status === 401);
}
