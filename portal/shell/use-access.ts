import { useLocation } from 'react-router';
import type { PageName } from '../../shared/portal-pages.ts';
import { usePartner } from '../partner/partner.tsx';
import { pageAt } from '../partner/paths.ts';
import { accessOf } from '../session/access.ts';
import type { Access } from '../session/access.ts';
import { readBrowserKey } from '../session/browser-keys.ts';

/** The page on screen; undefined for the one that says there is none. */
export function usePageName(): PageName | undefined {
  return pageAt(usePartner(), useLocation().pathname);
}

/** Who may open the page on screen. That there is no such page is told to everyone. */
export function useAccess(): Access {
  const partner = usePartner();
  const page = usePageName();
  return page ? accessOf(page, partner) : 'everyone';
}

const wayIn: readonly (PageName | undefined)[] = ['login', 'register', 'forgotPassword'];

/** Whether the page on screen is a way into the account. */
export function useIsWayIn(): boolean {
  return wayIn.includes(usePageName());
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
