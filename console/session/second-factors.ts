import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** What the signed-in person has registered to prove who they are. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['me', 'second-factors'],
  queryFn: async () => (await send('GET /console/api/me/second-factors')).data,
});
