import { queryOptions } from '@tanstack/react-query';
import type { countedDays } from '../../contract/console/site-schemas.ts';
import { send } from '../session/client.ts';

/** The settings of a site, with what belongs to them. */
export const settingsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['sites', siteId, 'settings'],
    queryFn: async () => (await send('GET /console/api/sites/:siteId/settings', undefined, { siteId })).data,
  });

/** The secret keys of a site. */
export const keysQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['sites', siteId, 'keys'],
    queryFn: async () => (await send('GET /console/api/sites/:siteId/keys', undefined, { siteId })).data,
  });

/** The webhooks of a site, with how they fare. */
export const endpointsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['sites', siteId, 'webhooks'],
    queryFn: async () => (await send('GET /console/api/sites/:siteId/webhooks', undefined, { siteId })).data,
  });

/** What was sent to them, the newest first. */
export const deliveriesQuery = (siteId: string, state: '' | 'waiting' | 'delivered' | 'failed') =>
  queryOptions({
    queryKey: ['sites', siteId, 'deliveries', state],
    queryFn: async () =>
      (
        await send('GET /console/api/sites/:siteId/deliveries', undefined, {
          siteId,
          ...(state !== '' && { state }),
        })
      ).data,
  });

/** How often pages were viewed in the last days, today included. */
export const countsQuery = (siteId: string, days: (typeof countedDays)[number]) =>
  queryOptions({
    queryKey: ['sites', siteId, 'page-counts', days],
    queryFn: async () => (await send('GET /console/api/sites/:siteId/page-counts', undefined, { siteId, days })).data,
  });
