import { useInfiniteQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageOf } from '../session/message-of.ts';
import { momentOf } from './times.ts';

interface TimelineProps<Entry> {
  /** What the entries are kept under in the page's memory. */
  queryKey: readonly unknown[];
  fetchPage: (after: string | null) => Promise<{ data: Entry[]; hasNextPage: boolean; endCursor: string | null }>;
  /** An entry of the list: `<TimelineRow>` with a key. */
  renderEntry: (entry: Entry) => ReactNode;
  /** In place of the entries where there are none. */
  empty: string;
}

/** What happened to a thing, the newest first. */
export function Timeline<Entry>({ queryKey, fetchPage, renderEntry, empty }: TimelineProps<Entry>) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
  });
  if (pages.isPending) return <Skeleton className="h-40" />;
  if (pages.isError)
    return (
      <Notice tone="error" role="alert" title="The timeline could not be read">
        <p>{messageOf(pages.error)}</p>
      </Notice>
    );
  const entries = pages.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ol className="flex flex-col">{entries.map(renderEntry)}</ol>
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

interface TimelineRowProps {
  icon: LucideIcon;
  /** The kind of entry, for screen readers. */
  kind: string;
  sentence: ReactNode;
  /** What became of it; nothing where there is nothing to say. */
  state?: string | undefined;
  reason?: string | null;
  /** ISO */
  at: string;
}

/** One thing that happened. */
export function TimelineRow({ icon: Icon, kind, sentence, state, reason, at }: TimelineRowProps) {
  return (
    <li className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-4 not-last:before:border-l not-last:before:border-line">
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-surface">
        <Icon className="size-4" aria-hidden="true" />
        <span className="sr-only">{kind}</span>
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold wrap-anywhere">{sentence}</p>
        {state && <p className="wrap-anywhere">{state}</p>}
        {reason && <p className="wrap-anywhere">Reason: {reason}</p>}
        <p className="text-sm text-muted">
          <time dateTime={at}>{momentOf(at)}</time>
        </p>
      </div>
    </li>
  );
}
