import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestList, type RequestRow } from '../../contract/console/requests.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';
import { requestChoices, requestWords, usePartnerChoices } from './request-words.ts';

/** Requests that wait for an advisor. */
export function Component() {
  return useMay('answer-requests') ? <RequestsPage /> : <NotFound />;
}

function RequestsPage() {
  const partner = usePartnerChoices();
  return (
    <Page title="Requests" about="Everybody who waits for an answer, those who have waited longest first.">
      <List<RequestRow>
        declaration={requestList}
        queryKey={['requests']}
        rowsName="requests"
        fetchPage={(query) => send('GET /console/api/requests', undefined, { ...query })}
        rowKey={({ id }) => id}
        cells={cells}
        choices={{ partner, kind: requestChoices }}
        wide={['name', 'about', 'email']}
        empty={
          <EmptyState icon={Inbox} title="Nobody waits for an answer">
            <p>Wishes for a course outline, consultations and questions from the portal appear here.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const cells: Record<string, (row: RequestRow) => ReactNode> = {
  reference: ({ reference }) => <span className="font-mono text-sm">{reference}</span>,
  kind: ({ kind }) => requestWords[kind],
  name: ({ name, siteId, memberId }) =>
    memberId === null ? name : <TextLink to={`/sites/${siteId}/members/${memberId}`}>{name}</TextLink>,
  email: ({ email, reference }) => (
    <TextLink to={`mailto:${email}?subject=${encodeURIComponent(reference)}`}>{email}</TextLink>
  ),
  phone: ({ phone }) => phone && <TextLink to={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</TextLink>,
  partner: ({ partner }) => partner.toUpperCase(),
  about: ({ details }) => Object.values(details).join(', '),
  created: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
};
