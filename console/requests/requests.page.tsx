import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf } from '../../client/console.ts';
import { requestList, type RequestRow } from '../../contract/console/requests-schemas.ts';
import { aboutRequest } from '../../shared/about-request.ts';
import { answerWithinHours } from '../../shared/answer-promise.ts';
import { List } from '../list/list.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';
import { RequestLinks } from './request-links.tsx';
import {
  assigneeChoices,
  dueText,
  isOverdue,
  requestChoices,
  requestWords,
  statusChoices,
  statusWords,
} from './request-words.ts';

/** Requests to advisors: leads, consultations and questions. */
export function Component() {
  return useMay('answer-requests') ? <RequestsPage /> : <NotFound />;
}

function RequestsPage() {
  const partner = usePartnerChoices();
  const people = useQuery({
    queryKey: ['requests', 'people'],
    queryFn: async () => (await send('GET /console/api/requests-people')).data,
  });
  return (
    <Page
      title="Requests"
      about={`Everybody who asked for something, until it is resolved. The portal promised an answer within ${answerWithinHours} hours; what is due first stands first.`}
      action={<RequestLinks current="list" />}
    >
      <List<RequestRow>
        declaration={requestList}
        queryKey={['requests']}
        rowsName="requests"
        fetchPage={(query) => send('GET /console/api/requests', undefined, { ...query })}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/requests/${id}`}
        cells={cells}
        choices={{
          partner,
          kind: requestChoices,
          status: statusChoices,
          assigned: assigneeChoices(people.data ?? []),
        }}
        wide={['about']}
        narrow={['partner']}
        exportTo={(query) => addressOf('GET /console/api/requests.csv', { ...query })}
        empty={
          <EmptyState icon={Inbox} title="Nobody waits for an answer">
            <p>
              Wishes for a course outline, consultations and questions from the portal appear here. The filter Status
              shows those that are resolved.
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const cells: Record<string, (row: RequestRow) => ReactNode> = {
  reference: ({ reference }) => <span className="font-mono text-sm whitespace-nowrap">{reference}</span>,
  kind: ({ kind }) => requestWords[kind],
  name: ({ name }) => name,
  about: (request) => <span className="line-clamp-2">{aboutRequest(request)}</span>,
  status: ({ status }) => statusWords[status],
  due: (request) => (
    <time dateTime={request.dueAt} title={momentOf(request.dueAt)}>
      <span className={isOverdue(request) ? 'font-semibold text-error' : ''}>{dueText(request)}</span>
    </time>
  ),
  assigned: ({ assigned }) => assigned,
  partner: ({ partner }) => partner.toUpperCase(),
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  created: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
};
