import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageOf } from '../session/message-of.ts';

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
  if (pages.isError)
    return (
      <Notice tone="error" role="alert" title={`${named} could not be read`}>
        <p>{messageOf(pages.error)}</p>
      </Notice>
    );
  const entries = pages.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      {children(entries)}
      {pages.hasNextPage && (
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
