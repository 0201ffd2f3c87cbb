import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from './client.ts';

/** A site in the scope of the signed-in person. */
export interface ScopedSite {
  id: string;
  name: string;
  mode: 'live' | 'sandbox';
}

const none: readonly ScopedSite[] = [];

/** The sites that the signed-in person was given, by name. */
const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: async (): Promise<readonly ScopedSite[]> => (await send('GET /console/api/sites')).data,
  staleTime: 5 * 60_000,
});

/** The same; none until they have come. */
export const useSites = (): readonly ScopedSite[] => useQuery(sitesQuery).data ?? none;
