import { useLocation } from 'react-router';
import { usePartner } from '../partner/partner.tsx';
import { accessOf } from '../session/access.ts';
import { readBrowserKey } from '../session/browser-keys.ts';

/** Whether the frame leaves room for the side navigation before it is known who is there. */
export function useExpectsMember(): boolean {
  const partner = usePartner();
  const { pathname } = useLocation();
  const access = accessOf(pathname.slice(partner.code.length + 2).replace(/\/$/, ''));
  return access === 'members' || access === 'candidates' || readBrowserKey('user') !== null;
}
