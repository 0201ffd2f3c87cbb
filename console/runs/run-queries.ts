import { queryOptions } from '@tanstack/react-query';
import { send } from '../session/client.ts';

/** What the pages know of one cohort begins with it, so that an act lets all of it be asked again. */
export const cohortKey = (cohortId: string) => ['cohorts', cohortId] as const;

/** What cancelling a run would do. */
export const consequencesQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortKey(cohortId), 'consequences'],
    queryFn: async () =>
      (await send('GET /console/api/cohorts/:cohortId/cancellation/consequences', undefined, { cohortId })).data,
    gcTime: 0,
  });

const againAfterMs = 15_000;

/** What the students of a cancelled run have chosen; asked again while a choice is open. */
export const progressQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortKey(cohortId), 'cancellation'],
    queryFn: async () => (await send('GET /console/api/cohorts/:cohortId/cancellation', undefined, { cohortId })).data,
    refetchInterval: ({ state: { data } }) => (data && data.counts.waiting === 0 ? false : againAfterMs),
  });

/** What moving a run would do; with a first day also which days it would have. */
export const moveConsequencesQuery = (cohortId: string, startDate?: string) =>
  queryOptions({
    queryKey: [...cohortKey(cohortId), 'move-consequences', startDate ?? null],
    queryFn: async () =>
      (
        await send('GET /console/api/cohorts/:cohortId/move/consequences', undefined, {
          cohortId,
          ...(startDate !== undefined && { startDate }),
        })
      ).data,
    gcTime: 0,
    retry: false,
  });

/** What the students of a moved run have answered; asked again while a choice is open. */
export const moveProgressQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortKey(cohortId), 'move'],
    queryFn: async () => (await send('GET /console/api/cohorts/:cohortId/move', undefined, { cohortId })).data,
    refetchInterval: ({ state: { data } }) => (data && data.counts.waiting === 0 ? false : againAfterMs),
  });

/** Students of a cohort who may be mailed. */
export const recipientsQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortKey(cohortId), 'recipients'],
    queryFn: async () => (await send('GET /console/api/cohorts/:cohortId/recipients', undefined, { cohortId })).data,
  });

/** Mails that staff have sent to students of a cohort; asked again while one is on its way. */
export const cohortMailsQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortKey(cohortId), 'mails'],
    queryFn: async () => (await send('GET /console/api/cohorts/:cohortId/mails', undefined, { cohortId })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ recipients }) => recipients.some(({ sentAt, isRefused }) => sentAt === null && !isRefused))
        ? againAfterMs
        : false,
  });
