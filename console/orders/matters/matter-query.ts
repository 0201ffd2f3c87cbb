import { queryOptions } from '@tanstack/react-query';
import { send } from '../../session/client.ts';

/** Below the key of the list, which a decision changes too. */
export const matterKey = (matterId: string) => ['matters', 'one', matterId];

/** A matter with all that is needed to decide it. */
export const matterQuery = (matterId: string) =>
  queryOptions({
    queryKey: matterKey(matterId),
    queryFn: async () => (await send('GET /console/api/matters/:matterId', undefined, { matterId })).data,
  });
