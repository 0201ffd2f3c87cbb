import { useInfiniteQuery } from '@tanstack/react-query';
import type { MailRow } from '../../contract/console/mails.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { momentOf } from '../shell/times.ts';
import { membersKey, type MemberPlace } from './member-queries.ts';

const states: Record<MailRow['state'], string> = {
  waiting: 'waiting',
  sent: 'sent',
  refused: 'refused by the mail server',
  late: 'too late to be of use, and dropped',
};

/** The mails about a member that are kept; each leads to the mail as it looked. */
export function MailsTab({ place }: { place: MemberPlace }) {
  const pages = useInfiniteQuery({
    queryKey: [...membersKey(place.siteId), 'mails', place.memberId],
    queryFn: ({ pageParam }) =>
      send('GET /console/api/mails', undefined, {
        member: place.memberId,
        ...(pageParam !== null && { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
  });
  if (pages.isPending) return <Skeleton className="h-40" />;
  if (pages.isError)
    return (
      <Notice tone="error" role="alert" title="The mails could not be read">
        <p>{messageOf(pages.error)}</p>
      </Notice>
    );
  const mails = pages.data.pages.flatMap(({ data }) => data);
  if (mails.length === 0)
    return <p className="text-muted">No mail about this member is kept. They are, for a month.</p>;
  return (
    <>
      <ul className="max-w-[46rem] divide-y divide-line">
        {mails.map(({ id, subject, to, state, at }) => (
          <li key={id} className="py-3">
            <TextLink to={`/mails/${id}`}>{subject || 'No subject'}</TextLink>
            <p className="text-sm wrap-anywhere text-muted">
              To {to}, {states[state]}, <time dateTime={at}>{momentOf(at)}</time>
            </p>
          </li>
        ))}
      </ul>
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
