import { queryOptions } from '@tanstack/react-query';
import type { AnyBulkAct } from '../../../contract/console/bulk-schemas.ts';
import type { Chosen } from '../../list/use-chosen-rows.ts';
import { send, sendInBackground } from '../../session/client.ts';

/** Milliseconds between two looks at a job that is under way. */
const lookMs = 1_000;

export const bulkJobsKey = (siteId: string) => ['sites', siteId, 'bulk-jobs'] as const;

/** A job, asked for again and again until it has ended. */
export const bulkJobQuery = (siteId: string, bulkJobId: string) =>
  queryOptions({
    queryKey: [...bulkJobsKey(siteId), bulkJobId],
    queryFn: async () =>
      (await sendInBackground('GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId', undefined, { siteId, bulkJobId }))
        .data,
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? lookMs : false),
    staleTime: 0,
  });

/** What an act would do, in numbers. */
export const bulkPreviewQuery = (siteId: string, act: AnyBulkAct, target: Chosen) =>
  queryOptions({
    queryKey: [...bulkJobsKey(siteId), 'preview', act, target],
    queryFn: async () =>
      (await send('POST /console/api/sites/:siteId/bulk-jobs/preview', { act, target: sentTarget(target) }, { siteId }))
        .data,
    staleTime: 5_000,
  });

/** A target as it is sent. */
export const sentTarget = (target: Chosen) =>
  'ids' in target ? { ids: [...target.ids] } : { query: { ...target.query } };
