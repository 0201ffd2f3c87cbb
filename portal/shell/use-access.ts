import { useLocation } from 'react-router';
import { usePartner } from '../partner/partner.tsx';
import { pathWithin } from '../partner/paths.ts';
import { accessOf } from '../session/access.ts';
import type { Access } from '../session/access.ts';
import { readBrowserKey } from '../session/browser-keys.ts';

/** Who may open the page on screen. */
export function useAccess(): Access {
  const partner = usePartner();
  const { pathname } = useLocation();
  return accessOf(pathWithin(partner, pathname), partner);
}

/** Whether the frame leaves room for the side navigation before it is known who is there. */
export function useExpectsMember(): boolean {
  const access = useAccess();
  return access === 'members' || access === 'candidates' || readBrowserKey('user') !== null;
}
