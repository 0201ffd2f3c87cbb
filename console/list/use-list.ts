import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useAddress } from '../shell/use-address.ts';
import type { ListCount, ListDeclaration, SentListQuery } from '../../contract/console/list.ts';
import { readListState, sentQuery, writeListState, type ListState } from './list-state.ts';

/** One answer of a list's call. */
export interface ListPage<Row> {
  data: Row[];
  endCursor: string | null;
  hasNextPage: boolean;
  count: ListCount;
}

/** How a list is asked for. */
export interface ListSource<Row> {
  declaration: ListDeclaration;
  /** What the rows are kept under in the page's memory. */
  queryKey: readonly unknown[];
  fetchPage: (query: SentListQuery) => Promise<ListPage<Row>>;
}

const rowsPerPage = '100';

/** The rows of a list, page by page, as the address has it. */
export function useList<Row>({ declaration, queryKey, fetchPage }: ListSource<Row>) {
  const [params, setParams] = useAddress();
  const state = readListState(declaration, params);
  const sent = sentQuery(declaration, state);
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, sent],
    queryFn: ({ pageParam }) =>
      fetchPage({ ...sent, limit: rowsPerPage, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
    placeholderData: keepPreviousData,
    // Comparing all rows read so far with themselves would take longer with each page.
    structuralSharing: false,
    // The rows already read: one call for each page of 100, so that coming back to a tab asks for the first pages only.
    maxPages: 0,
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) < 3,
  });
  const change = (changed: Partial<ListState>) =>
    setParams((before) => writeListState(declaration, { ...readListState(declaration, before), ...changed }, before), {
      replace: true,
      preventScrollReset: true,
    });
  /** All at once, as a step that Back undoes. */
  const show = (shown: ListState) =>
    setParams((before) => writeListState(declaration, shown, before), { preventScrollReset: true });
  return { state, sent, change, show, pages };
}
