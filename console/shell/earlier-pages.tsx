import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReadFault } from './read-fault.tsx';

/** A page of a list by time. */
export interface EarlierPage<Entry> {
  data: Entry[];
  hasNextPage: boolean;
  endCursor: string | null;
}

interface EarlierPagesProps<Entry> {
  /** What the entries are kept under in the page's memory. */
  queryKey: readonly unknown[];
  /** @param after the end of the page before; null for the first */
  fetchPage: (after: string | null) => Promise<EarlierPage<Entry>>;
  /** As they are called: `The notes`. */
  named: string;
  /** In place of the entries where there are none. */
  empty: string;
  children: (entries: Entry[]) => ReactNode;
}

/** Entries by time, the newest first, with a button for earlier ones. */
export function EarlierPages<Entry>({ queryKey, fetchPage, named, empty, children }: EarlierPagesProps<Entry>) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
  });
  if (pages.isPending) return <Skeleton className="h-40" />;
  const again = () => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch());
  const fault = pages.isError && <ReadFault named={named} error={pages.error} onAgain={again} />;
  if (!pages.data) return fault;
  const entries = pages.data.pages.flatMap(({ data }) => data);
  return (
    <>
      {entries.length === 0 ? <p className="text-muted">{empty}</p> : children(entries)}
      {fault}
      {pages.hasNextPage && !fault && (
        <Button
          look="outline"
          className="mt-4"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show earlier ones
        </Button>
      )}
    </>
  );
}
