import { queryOptions } from '@tanstack/react-query';
import { send } from '../session/client.ts';

/** What every query about webinars begins with. */
export const webinarsKey = ['webinars'];

/** One webinar. */
export const webinarQuery = (webinarId: string) =>
  queryOptions({
    queryKey: [...webinarsKey, webinarId],
    queryFn: async () => (await send('GET /console/api/webinars/:webinarId', undefined, { webinarId })).data,
  });
