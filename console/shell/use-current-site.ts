import { useParams, useSearchParams } from 'react-router';
import { useSites, type ScopedSite } from '../session/sites.ts';
import { keptChoice } from './kept-choice.ts';

const kept = keptChoice('intake-console-site');

/** The site of the menu: the one that the address names, else the one chosen last, else the first in scope. */
export function useCurrentSite(): ScopedSite | undefined {
  const named = useNamedSite();
  const sites = useSites();
  const chosen = kept.use();
  if (named !== undefined) return sites.find(({ id }) => id === named);
  return sites.find(({ id }) => id === chosen) ?? sites[0];
}

/** The id of the site that the address names: as the place, or as the one site that a page is narrowed to. */
export function useNamedSite(): string | undefined {
  const { siteId } = useParams();
  const [params] = useSearchParams();
  const [site, ...others] = params.getAll('site');
  return siteId ?? (others.length === 0 ? site : undefined);
}

/** Keeps the choice of a site for pages whose address names none. */
export const chooseSite = (siteId: string): void => kept.choose(siteId);

/**
 * Where the page that is open is at another site: the same list or setting, of a single thing the list it stands in.
 *
 * @returns undefined for a page of no site
 */
export function pathAtSite(pathname: string, siteId: string): string | undefined {
  const [, first, , area, rest] = /^\/(sites)\/([^/]+)\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
  if (first === undefined) return undefined;
  return `/sites/${siteId}/${area}${area === 'site' ? (rest ?? '') : ''}`;
}
