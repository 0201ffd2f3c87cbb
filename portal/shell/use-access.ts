import { useLocation } from 'react-router';
import { usePartner } from '../partner/partner.tsx';
import { paths, pathWithin } from '../partner/paths.ts';
import { accessOf } from '../session/access.ts';
import type { Access } from '../session/access.ts';
import { readBrowserKey } from '../session/browser-keys.ts';

/** Who may open the page on screen. */
export function useAccess(): Access {
  const partner = usePartner();
  const { pathname } = useLocation();
  return accessOf(pathWithin(partner, pathname), partner);
}

const wayIn: readonly string[] = [paths.login, paths.register, paths.forgotPassword];

/** Whether the page on screen is a way into the account. */
export function useIsWayIn(): boolean {
  return wayIn.includes(pathWithin(usePartner(), useLocation().pathname));
}

/** Whether visitors have the side navigation too: where the partner opens its content, beside all but forms. */
export function useGuidesVisitors(): boolean {
  const { opensContent } = usePartner();
  const access = useAccess();
  const isWayIn = useIsWayIn();
  return opensContent && access === 'everyone' && !isWayIn;
}

/** Whether the frame leaves room for the side navigation before it is known who is there. */
export function useExpectsMember(): boolean {
  const access = useAccess();
  return access === 'members' || access === 'candidates' || readBrowserKey('user') !== null;
}
