import type { Partner } from '../../shared/partners.ts';
import { portalPages } from '../../shared/portal-pages.ts';
import { pageAt } from '../partner/paths.ts';
import type { Standing } from '../session/standing.ts';

/** Whether a member's menu has the page at an address, beside the one that logging in leads to. */
export function isInMenu(
  { code }: Pick<Partner, 'code'>,
  address: string,
  { isPaid, isEnrolled }: Pick<Standing, 'isPaid' | 'isEnrolled'>,
): boolean {
  const [pathname = ''] = address.split('?');
  const page = pathname.startsWith(`/${code}/`) ? pageAt({ code }, pathname) : undefined;
  if (page === undefined) return false;
  if (page === 'enrol') return !isPaid && !isEnrolled;
  return page === 'profile' || portalPages[page].opensTo === 'readers';
}
