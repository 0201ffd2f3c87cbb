import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CohortRow, SeatRow, ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import type { SentListQuery } from '../../contract/console/list.ts';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';

/** Under which everything about cohorts is kept in the page's memory. */
export const cohortsKey = ['cohorts'] as const;

/** A cohort as its page shows it. */
export const cohortQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortsKey, cohortId],
    queryFn: async () => (await send('GET /console/api/cohorts/:cohortId', undefined, { cohortId })).data,
  });

/** What staff did with it. */
export const changesQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortsKey, cohortId, 'changes'],
    queryFn: async () => (await send('GET /console/api/cohorts/:cohortId/changes', undefined, { cohortId })).data,
  });

interface ListPage<Row> {
  data: Row[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/** Every row of a list that is bounded by what it is about: the seats of a cohort, the cohorts of a month. */
async function readAll<Row>(fetchPage: (page: SentListQuery) => Promise<ListPage<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = null; ;) {
    const page: ListPage<Row> = await fetchPage({ limit: '100', ...(after !== null && { after }) });
    rows.push(...page.data);
    if (!page.hasNextPage) return rows;
    after = page.endCursor;
  }
}

/** Everybody who has a seat, for the printed roster. */
export const rosterQuery = (cohortId: string) =>
  queryOptions({
    queryKey: [...cohortsKey, cohortId, 'roster'],
    queryFn: () =>
      readAll<SeatRow>((page) =>
        send('GET /console/api/cohorts/:cohortId/seats', undefined, { seat: 'sold', ...page, cohortId }),
      ),
  });

/** The cohorts of a calendar's month. */
export const monthQuery = (query: SentListQuery) =>
  queryOptions({
    queryKey: [...cohortsKey, 'month', query],
    queryFn: () => readAll<CohortRow>((page) => send('GET /console/api/cohorts', undefined, { ...query, ...page })),
  });

/** The ids of all cohorts that a list finds. */
export const readIds = async (query: SentListQuery): Promise<string[]> =>
  (await readAll<CohortRow>((page) => send('GET /console/api/cohorts', undefined, { ...query, ...page }))).map(
    ({ id }) => id,
  );

/** Acts on a cohort, with a message at the end and what is shown brought up to date. */
export function useCohortAct(cohortId: string) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: cohortsKey });
  const keep = (cohort: ShownCohort) => queryClient.setQueryData(cohortQuery(cohortId).queryKey, cohort);

  async function run(act: () => Promise<{ data: ShownCohort }>, told: string): Promise<void> {
    setPending(true);
    try {
      keep((await act()).data);
      toast({ kind: 'success', title: told });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    } finally {
      setPending(false);
      void refresh();
    }
  }

  return { run, isPending, refresh, keep };
}
