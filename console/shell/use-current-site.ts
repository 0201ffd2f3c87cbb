import { useParams } from 'react-router';
import { useSites, type ScopedSite } from '../session/sites.ts';

/** The site that the address names; elsewhere the first one in scope. */
export function useCurrentSite(): ScopedSite | undefined {
  const { siteId } = useParams();
  const sites = useSites();
  return sites.find(({ id }) => id === siteId) ?? (siteId === undefined ? sites[0] : undefined);
}
