import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OrderRow } from '../../contract/console/orders.ts';
import type { RequestRow } from '../../contract/console/requests-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { momentOf } from '../shell/times.ts';
import { membersKey, type MemberPlace } from './member-queries.ts';

const states: Record<OrderRow['state'], string> = {
  draft: 'checkout is being made',
  'awaiting-payment': 'waits for payment',
  processing: 'payment is settling',
  paid: 'paid',
  unseated: 'paid, no seat',
  review: 'to look at',
  refunded: 'refunded',
  expired: 'expired',
  cancelled: 'cancelled',
  failed: 'failed',
};
const kinds: Record<RequestRow['kind'], string> = {
  lead: 'Course outline',
  consultation: 'Consultation',
  support: 'Support',
};
const statuses: Record<RequestRow['status'], string> = {
  waiting: 'waits for an answer',
  answered: 'answered',
  resolved: 'resolved',
};
const money = (cents: number, currency: string) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(cents / 100);

/** What the member ordered, and what they asked advisors; each for who may see it. Payments stand in the timeline. */
export function OrdersTab({ place }: { place: MemberPlace }) {
  const maySee = useMay('see-orders');
  const mayAnswer = useMay('answer-requests');
  if (!maySee && !mayAnswer) return <p className="text-muted">You may not see orders and requests.</p>;
  return (
    <div className="flex max-w-[46rem] flex-col gap-8">
      {maySee && <Orders place={place} />}
      {mayAnswer && <Requests place={place} />}
    </div>
  );
}

function Orders({ place }: { place: MemberPlace }) {
  const { memberId: member } = place;
  const asked = useQuery({
    queryKey: [...membersKey(place.siteId), 'orders', member],
    queryFn: () => send('GET /console/api/orders', undefined, { member, limit: 100 }),
  });
  return (
    <Part title="Orders" asked={asked} none="No order with a partner in your scope.">
      {asked.data?.data.map(({ id, reference, course, cohort, state, amountCents, currency, createdAt }) => (
        <li key={id} className="py-3">
          <p className="font-semibold wrap-anywhere">
            <TextLink to={`/orders/${id}`}>{reference}</TextLink>: {course}, {cohort}
          </p>
          <p className="text-sm text-muted">
            {money(amountCents, currency)}, {states[state]}, placed {momentOf(createdAt)}
          </p>
        </li>
      ))}
    </Part>
  );
}

function Requests({ place }: { place: MemberPlace }) {
  const { memberId: member } = place;
  const asked = useQuery({
    queryKey: [...membersKey(place.siteId), 'requests', member],
    queryFn: () => send('GET /console/api/requests', undefined, { member, limit: 100 }),
  });
  return (
    <Part title="Open requests" asked={asked} none="No open request of this member with a partner in your scope.">
      {asked.data?.data.map(({ id, reference, kind, status, details, createdAt }) => (
        <li key={id} className="py-3">
          <p className="font-semibold">
            {kinds[kind]}, <TextLink to={`/requests/${id}`}>{reference}</TextLink>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{Object.values(details).join(', ')}</p>
          <p className="text-sm text-muted">
            Asked {momentOf(createdAt)}, {statuses[status]}
          </p>
        </li>
      ))}
    </Part>
  );
}

interface PartProps {
  title: string;
  asked: { data: { data: readonly unknown[] } | undefined; error: Error | null };
  /** Said where there is nothing. */
  none: string;
  children: ReactNode;
}

function Part({ title, asked: { data, error }, none, children }: PartProps) {
  return (
    <section>
      <h2>{title}</h2>
      {error && (
        <Notice tone="error" role="alert" title="This could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!data && !error && <Skeleton className="mt-2 h-20" />}
      {data?.data.length === 0 && <p className="mt-1 text-muted">{none}</p>}
      {data && data.data.length > 0 && <ul className="divide-y divide-line">{children}</ul>}
    </section>
  );
}
