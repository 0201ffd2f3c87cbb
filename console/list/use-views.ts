import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListDeclaration } from '../../contract/console/list.ts';
import type { ListView, ViewedList } from '../../contract/console/views.ts';
import { send } from '../session/client.ts';
import { readListState, writeListState, type ListState } from './list-state.ts';

/** The list whose views are meant; of a list across sites without a site. */
export interface ViewPlace {
  list: ViewedList;
  siteId: string | null;
}

const viewsQuery = ({ list, siteId }: ViewPlace) =>
  queryOptions({
    queryKey: ['views', list, siteId],
    queryFn: async () => (await send('GET /console/api/views', undefined, { list, siteId: siteId ?? undefined })).data,
    staleTime: 60_000,
  });

const none: readonly ListView[] = [];

/** The views of a list: the own ones, and those that others share. */
export const useViews = (place: ViewPlace): readonly ListView[] => useQuery(viewsQuery(place)).data ?? none;

/** What may be done with views; each throws what the service refuses, and reads them anew. */
export function useViewActs(place: ViewPlace) {
  const queryClient = useQueryClient();
  const done = async <T>(sent: Promise<T>): Promise<T> => {
    try {
      return await sent;
    } finally {
      await queryClient.invalidateQueries({ queryKey: viewsQuery(place).queryKey });
    }
  };
  return {
    save: (view: Pick<ListView, 'name' | 'query' | 'isShared'>) =>
      done(send('POST /console/api/views', { ...place, ...view })),
    change: (viewId: string, change: Partial<Pick<ListView, 'name' | 'isShared' | 'query'>>) =>
      done(send('PATCH /console/api/views/:viewId', change, { viewId })),
    remove: (viewId: string) => done(send('DELETE /console/api/views/:viewId', undefined, { viewId })),
  };
}

/** What stands in the address of a list that shows this. */
export const queryOf = (declaration: ListDeclaration, state: ListState): string =>
  writeListState(declaration, state, new URLSearchParams()).toString();

/** What a view shows, as far as the list still knows it. */
export const stateOf = (declaration: ListDeclaration, { query }: Pick<ListView, 'query'>): ListState =>
  readListState(declaration, new URLSearchParams(query));
