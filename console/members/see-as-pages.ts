import type { ShownSite } from '../../contract/console/members-schemas.ts';
import type { StaffScope } from '../../contract/permissions.ts';
import { partnerCodes } from '../../shared/partners.ts';

/** Where a member can be seen: the portal of each partner in scope, and the site's own pages. */
export function pagesOf(
  { hasPortal, origins }: Pick<ShownSite, 'hasPortal' | 'origins'>,
  scope: Pick<StaffScope, 'partners'>,
  ownOrigin: string,
): { value: string; label: string }[] {
  const { partners: given } = scope;
  const shown =
    given === 'all' || given.length === 0 ? partnerCodes : partnerCodes.filter((code) => given.includes(code));
  return [
    ...(hasPortal ? shown : []).map((code) => ({
      value: `${ownOrigin}/${code}/`,
      label: `Portal of ${code.toUpperCase()}`,
    })),
    ...origins.map((origin) => ({ value: `${origin}/`, label: origin })),
  ];
}
