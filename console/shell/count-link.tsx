import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListCount, SentListQuery } from '../../contract/console/list.ts';
import { join } from '../../ui/join.ts';
import { Link } from '../../ui/link.tsx';
import { sendInBackground } from '../session/client.ts';

/** Lists whose rows are counted, by their calls. */
type CountedCall =
  | 'GET /console/api/jobs'
  | 'GET /console/api/mails'
  | 'GET /console/api/matters'
  | 'GET /console/api/requests'
  | 'GET /console/api/sites/:siteId/members'
  | 'GET /console/api/sites/:siteId/comments';

/** A list as it is counted: the query of the call is the query of the address, so that both tell the same number. */
export interface Counted {
  call: CountedCall;
  query: Readonly<Record<string, string>>;
  /** The page of the list. */
  to: string;
  siteId?: string | undefined;
}

const askEveryMs = 60_000;

/** How many rows a list has: by the list's own call, which counts them in its own statement. */
export function useCount(counted: Counted) {
  const { data, isError } = useQuery(countQuery(counted));
  return { count: data, isError };
}

/** The same as a query, for who counts several lists. */
export const countQuery = ({ call, query, siteId }: Counted) =>
  queryOptions({
    queryKey: ['count', call, siteId, query],
    queryFn: async (): Promise<ListCount> => {
      const address: SentListQuery = { ...query, limit: '1', ...(siteId !== undefined && { siteId }) };
      const ask = sendInBackground as (name: string, body: undefined, address: SentListQuery) => Promise<unknown>;
      return ((await ask(call, undefined, address)) as { count: ListCount }).count;
    },
    refetchInterval: askEveryMs,
  });

const numbers = new Intl.NumberFormat();

/** "12", "about 48,000". */
export const countText = ({ rows, isExact }: ListCount): string => `${isExact ? '' : 'about '}${numbers.format(rows)}`;

/** The address of the list that has what was counted. */
export const addressOfCounted = ({ to, query }: Counted): string => `${to}?${new URLSearchParams(query)}`;

interface CountLinkProps extends Counted {
  label: string;
  /** What is counted beyond the label. */
  about?: string;
  /** Whether any one of them needs a person. */
  isTrouble?: boolean;
}

/** A number that leads to its list, as an item of a list of numbers. */
export function CountLink({ label, about, isTrouble = false, ...counted }: CountLinkProps) {
  const { count, isError } = useCount(counted);
  const needsPerson = isTrouble && count !== undefined && count.rows > 0;
  return (
    <li>
      <Link
        to={addressOfCounted(counted)}
        className={join(
          'flex min-h-24 flex-col justify-between gap-1 rounded-xl border p-4 hover:border-brand hover:text-brand',
          needsPerson ? 'border-error bg-error-tint' : 'border-line',
        )}
      >
        <span className="font-semibold">{label}</span>
        <span className="text-2xl font-semibold tabular-nums">
          {count ? countText(count) : isError ? 'cannot be read' : '…'}
        </span>
        {about && <span className="text-sm text-muted">{about}</span>}
      </Link>
    </li>
  );
}
