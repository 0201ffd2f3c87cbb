import { useInfiniteQuery } from '@tanstack/react-query';
import { LogIn, Mail, Radio, ReceiptText, Ticket, UserPen } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ShownSite, TimelineEntry } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { momentOf } from '../shell/times.ts';
import { timelineKey, type MemberPlace } from './member-queries.ts';
import { sentenceOf, stateOf } from './timeline-words.ts';

const kinds: Record<TimelineEntry['kind'], { icon: LucideIcon; words: string }> = {
  act: { icon: UserPen, words: 'Done by staff, key or operator' },
  'sign-in': { icon: LogIn, words: 'Sign-in' },
  plan: { icon: Ticket, words: 'Plan' },
  order: { icon: ReceiptText, words: 'Order' },
  event: { icon: Radio, words: 'Event told to the site' },
  mail: { icon: Mail, words: 'Mail' },
};

/** Everything that happened to a member, the newest first. */
export function Timeline({ place, site }: { place: MemberPlace; site: ShownSite }) {
  const pages = useInfiniteQuery({
    queryKey: timelineKey(place),
    queryFn: ({ pageParam }) =>
      send('GET /console/api/sites/:siteId/members/:memberId/timeline', undefined, {
        ...place,
        ...(pageParam !== null && { after: pageParam }),
      }),
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
  if (entries.length === 0)
    return (
      <p className="text-muted">Nothing yet. What staff change, what the site is told and each mail appears here.</p>
    );
  return (
    <>
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} site={site} />
        ))}
      </ol>
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

function Entry({ entry, site }: { entry: TimelineEntry; site: ShownSite }) {
  const state = stateOf(entry);
  const sentence = sentenceOf(entry, site);
  const { icon: Icon, words } = kinds[entry.kind];
  return (
    <li className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-4 not-last:before:border-l not-last:before:border-line">
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-surface">
        <Icon className="size-4" aria-hidden="true" />
        <span className="sr-only">{words}</span>
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold wrap-anywhere">
          {entry.kind === 'mail' ? <TextLink to={`/mails/${entry.id}`}>{sentence}</TextLink> : sentence}
        </p>
        {state && <p className="wrap-anywhere">{state}</p>}
        {entry.reason && <p className="wrap-anywhere">Reason: {entry.reason}</p>}
        <p className="text-sm text-muted">
          <time dateTime={entry.at}>{momentOf(entry.at)}</time>
        </p>
      </div>
    </li>
  );
}
