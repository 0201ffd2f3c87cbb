import { queryOptions } from '@tanstack/react-query';
import { send } from '../session/client.ts';

/** Everybody on the staff, owners first. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async () => (await send('GET /console/api/staff')).data,
});
