import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { Facts } from '../shell/facts.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';
import { LookAfter } from './look-after.tsx';
import { Meeting } from './meeting.tsx';
import { Others } from './others.tsx';
import { ReplyForm } from './reply-form.tsx';
import { requestQuery } from './request-query.ts';
import { dueText, isOverdue, requestWords } from './request-words.ts';
import { StatusBadge } from './status-badge.tsx';
import { Thread } from './thread.tsx';

const within = { label: 'Requests', to: '/requests' };

/** One request: who, what they asked, its thread, and what to do about it. */
export function Component() {
  const { requestId = '' } = useParams();
  const mayAnswer = useMay('answer-requests');
  const { data, error } = useQuery({ ...requestQuery(requestId), enabled: mayAnswer });
  if (!mayAnswer) return <NotFound />;
  if (isRefusal(error, 'not-found')) return <NotFound what="This request does not exist, or is not kept any more." />;
  if (data) return <RequestPage key={data.id} request={data} />;
  return (
    <Page title="Request" within={within}>
      {error ? (
        <Notice tone="error" role="alert" title="The request could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}

function RequestPage({ request }: { request: ShownRequest }) {
  const { kind, name, reference, status, mergedInto } = request;
  return (
    <Page
      title={`${requestWords[kind]}: ${name}`}
      within={within}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-sm">{reference}</span>
          <StatusBadge status={status} />
          {isOverdue(request) && <span className="font-semibold text-error">{dueText(request)}</span>}
        </span>
      }
    >
      <div className="flex flex-col gap-8 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-8 xl:max-w-[46rem]">
          {mergedInto && (
            <Notice tone="info" title="This request was merged into another one">
              <p>
                Its thread goes on in <TextLink to={`/requests/${mergedInto.id}`}>{mergedInto.reference}</TextLink>.
              </p>
            </Notice>
          )}
          <Thread request={request} />
          {kind === 'consultation' && !mergedInto && <Meeting request={request} />}
          {!mergedInto && <ReplyForm request={request} />}
        </div>
        <div className="flex flex-col gap-6 xl:w-[22rem] xl:shrink-0">
          <RequestFacts request={request} />
          {!mergedInto && <LookAfter request={request} />}
          <Others request={request} />
        </div>
      </div>
    </Page>
  );
}

function RequestFacts({ request }: { request: ShownRequest }) {
  const { name, email, phone, partner, siteId, memberId, becameMemberId, timesAsked, createdAt, to } = request;
  const member = (id: string, words: string) => <TextLink to={`/sites/${siteId}/members/${id}`}>{words}</TextLink>;
  return (
    <Facts
      className="xl:grid-cols-1"
      facts={{
        Who: memberId === null ? name : member(memberId, name),
        Account: becameMemberId && member(becameMemberId, 'Has become a member'),
        'E-mail': `${to.email}${to.isProved ? '' : ' (not proved)'}`,
        'Asked with': email === to.email ? undefined : email,
        Phone: phone && <TextLink to={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</TextLink>,
        Partner: partner.toUpperCase(),
        Asked: `${momentOf(createdAt)}${timesAsked > 1 ? `, ${timesAsked} times` : ''}`,
        Due: `${momentOf(request.dueAt)} (${dueText(request)})`,
      }}
    />
  );
}
