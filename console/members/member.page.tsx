import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { AccountTab } from './account-tab.tsx';
import { FactList } from './fact-list.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { JsonTab } from './json-tab.tsx';
import { MailsTab } from './mails-tab.tsx';
import { memberQuery, siteQuery, type MemberPlace } from './member-queries.ts';
import { NotesTab } from './notes-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { PlansTab } from './plans-tab.tsx';
import { SeeAsDialog } from './see-as-dialog.tsx';
import { SignInTab } from './sign-in-tab.tsx';
import { SuspensionNotice } from './suspension.tsx';
import { MemberTimeline } from './timeline.tsx';

const tabs = [
  { name: 'timeline', label: 'Timeline' },
  { name: 'fields', label: 'Fields' },
  { name: 'plans', label: 'Plans' },
  { name: 'orders', label: 'Orders' },
  { name: 'sign-in', label: 'Sign-in' },
  { name: 'notes', label: 'Notes' },
  { name: 'mails', label: 'Mails' },
  { name: 'json', label: 'JSON' },
  { name: 'account', label: 'Account' },
] as const;
const tabNames = tabs.map(({ name }) => name);

/** One member: who, what happened, fields, plans, sign-in. The open tab stands in the address. */
export function Component() {
  const { siteId = '', memberId = '' } = useParams();
  return <MemberPage key={memberId} place={{ siteId, memberId }} />;
}

function MemberPage({ place }: { place: MemberPlace }) {
  const [tab, setTab] = useTab(tabNames, 'timeline');
  const [isSeeing, setSeeing] = useState(false);
  const maySee = useMay('see-as-member');
  // What a tab asks for is asked once it is open.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  const member = useQuery(memberQuery(place));
  const site = useQuery(siteQuery(place.siteId));
  const within = { label: 'Members', to: `/sites/${place.siteId}/members` };
  const error = member.error ?? site.error;
  if (isRefusal(error, 'member-not-found') || isRefusal(error, 'not-found'))
    return <NotFound what="This member does not exist." />;
  if (!member.data || !site.data)
    return (
      <Page title="Member" within={within}>
        {error ? (
          <Notice tone="error" role="alert" title="The member could not be read">
            <p>{messageOf(error)}</p>
          </Notice>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Page>
    );
  const { name, address, suspension } = member.data;
  return (
    <Page
      title={name || address.email}
      within={within}
      action={
        maySee && (
          <Button look="outline" onClick={() => setSeeing(true)}>
            See as this member…
          </Button>
        )
      }
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{address.email}</span>
          {address.verified ? <Badge tone="success">Proved</Badge> : <Badge tone="neutral">Not proved</Badge>}
          {address.pending && <span className="wrap-anywhere text-muted">asked for {address.pending}, not proved</span>}
          {suspension && <Badge tone="warning">Suspended</Badge>}
        </span>
      }
    >
      <div className="flex flex-col gap-6 xl:flex-row-reverse xl:items-start">
        <FactList member={member.data} className="xl:w-[20rem] xl:shrink-0" />
        <div className="min-w-0 flex-1">
          <SuspensionNotice place={place} member={member.data} />
          <Tabs label="About the member" tabs={tabs} current={tab} onChange={setTab}>
            {(shown) => (
              <div className="pt-5">
                {shown === 'timeline' && <MemberTimeline place={place} site={site.data} />}
                {shown === 'fields' && <FieldsTab place={place} member={member.data} site={site.data} />}
                {shown === 'plans' && <PlansTab place={place} member={member.data} site={site.data} />}
                {shown === 'sign-in' && <SignInTab place={place} member={member.data} />}
                {shown === 'orders' && opened.has(shown) && <OrdersTab place={place} />}
                {shown === 'notes' && opened.has(shown) && <NotesTab place={place} />}
                {shown === 'mails' && opened.has(shown) && <MailsTab place={place} />}
                {shown === 'json' && opened.has(shown) && <JsonTab place={place} member={member.data} />}
                {shown === 'account' && <AccountTab place={place} member={member.data} />}
              </div>
            )}
          </Tabs>
        </div>
      </div>
      {isSeeing && <SeeAsDialog place={place} member={member.data} site={site.data} onClose={() => setSeeing(false)} />}
    </Page>
  );
}
