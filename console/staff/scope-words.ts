import type { StaffScope } from '../../contract/permissions.ts';
import { useSites } from '../session/sites.ts';

/** What a partner is called where there is little room: "UTS". */
export const partnerName = (code: string): string => code.toUpperCase();

/** What somebody sees, in words: "Everything", or the names of sites and partners. */
export function useScopeWords(): (scope: StaffScope) => string {
  const sites = useSites();
  const siteName = (id: string) => sites.find((site) => site.id === id)?.name ?? id;
  return ({ sites: ofSites, partners: ofPartners }) => {
    if (ofSites === 'all' && ofPartners === 'all') return 'Everything';
    const names = [
      ...(ofSites === 'all' ? ['All sites'] : ofSites.map(siteName)),
      ...(ofPartners === 'all' ? ['All partners'] : ofPartners.map(partnerName)),
    ];
    return names.length > 0 ? names.join(', ') : 'Nothing yet';
  };
}
