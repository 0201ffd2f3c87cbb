import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { bulkIdsMost } from '../../contract/console/bulk-schemas.ts';
import type { ListDeclaration } from '../../contract/console/list.ts';
import type { ListedMember } from '../../contract/console/members-schemas.ts';
import { addressOf } from '../../client/console.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { List } from '../list/list.tsx';
import type { Chosen } from '../list/use-chosen-rows.ts';
import { send } from '../session/client.ts';
import { useMay, useMe } from '../session/me.ts';
import { isRefusal } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { dateOf, timeAgo } from '../shell/times.ts';
import type { BulkDialogProps } from './bulk/bulk-dialog.tsx';
import { choicesOf, fieldOf, listOf } from './member-list.ts';
import { membersKey, siteQuery } from './member-queries.ts';
import { PlanBadge } from './plan-badge.tsx';

// No list waits for what is done with a part of it.
const BulkActs = lazy(async () => ({ default: (await import('./bulk/bulk-acts.tsx')).BulkActs }));
const BulkDialog = lazy(async () => ({ default: (await import('./bulk/bulk-dialog.tsx')).BulkDialog }));
const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog.tsx')).CreateDialog }));

/** The members of a site: found, filtered, exported. */
export function Component() {
  const { siteId = '' } = useParams();
  const site = useQuery(siteQuery(siteId));
  const mayExport = useMay('export-members');
  const declaration = useMemo(() => listOf(site.data), [site.data]);
  const choices = useMemo(() => choicesOf(site.data), [site.data]);
  const mayChange = useMay('change-members');
  const { sites } = useMe().scope;
  const isWhole = sites === 'all' || sites.includes(siteId);
  const [isCreating, setCreating] = useState(false);
  // Beside the list, and for what was chosen as it was asked: a row that leaves the list takes no dialog along.
  const [asked, setAsked] = useState<Asked>();
  if (isRefusal(site.error, 'not-found')) return <NotFound what="This site does not exist." />;
  // Its fields are filters, too: until they are known, those of the address would be lost.
  if (site.isPending)
    return (
      <Page title="Members">
        <Skeleton className="h-40" />
      </Page>
    );
  const plans = site.data?.plans ?? [];
  const planName = (id: string) => plans.find((plan) => plan.id === id)?.name ?? id;
  return (
    <Page
      title="Members"
      about={site.data ? `Everybody with an account at ${site.data.name}.` : undefined}
      action={
        (mayExport || mayChange) && (
          <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {mayExport && <TextLink to={`/sites/${siteId}/members/import`}>Import members</TextLink>}
            {mayChange && <TextLink to={`/sites/${siteId}/bulk`}>Acts on many members</TextLink>}
            {mayChange && isWhole && <Button onClick={() => setCreating(true)}>Create a member</Button>}
          </span>
        )
      }
    >
      <List<ListedMember>
        // Another site begins anew: what is chosen at one is not chosen at the next.
        key={siteId}
        declaration={declaration}
        queryKey={[...membersKey(siteId), 'list']}
        rowsName="members"
        isOneLineHigh
        wide={['email']}
        fetchPage={(query) => send('GET /console/api/sites/:siteId/members', undefined, { siteId, ...query })}
        views={{ list: 'members', siteId }}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/sites/${siteId}/members/${id}`}
        cells={cellsOf(planName, declaration)}
        choices={choices}
        exportTo={
          mayExport
            ? (query) => addressOf('GET /console/api/sites/:siteId/members.csv', { siteId, ...query })
            : undefined
        }
        acts={mayChange && site.data ? bulkActsOf(site.data, setAsked) : undefined}
        idsMost={bulkIdsMost}
        empty={
          <EmptyState icon={Users} title="Nobody has signed up yet">
            <p>A member appears here as soon as somebody signs up on a page of this site.</p>
          </EmptyState>
        }
      />
      {asked?.site.id === siteId && (
        <Suspense>
          <BulkDialog {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {isCreating && site.data && (
        <Suspense>
          <CreateDialog site={site.data} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** An act that is asked for, and whom it is about. */
type Asked = Omit<BulkDialogProps, 'onClose'>;

const bulkActsOf =
  (site: Asked['site'], ask: (asked: Asked) => void) =>
  (chosen: Chosen, clear: () => void): ReactNode => (
    <Suspense>
      <BulkActs onAsk={(kind) => ask({ kind, site, chosen, onBegun: clear })} />
    </Suspense>
  );

/** What stands in the columns. */
const cellsOf = (
  planName: (id: string) => string,
  declaration: ListDeclaration,
): Record<string, (row: ListedMember) => ReactNode> => ({
  ...Object.fromEntries(
    Object.keys(declaration.columns).flatMap((name) => {
      const key = fieldOf(name);
      return key === undefined ? [] : [[name, ({ fields }: ListedMember) => fields[key]]];
    }),
  ),
  id: ({ id }) => monospaced(id),
  name: ({ name, email, suspended }) => (
    <>
      {name || email}
      {suspended && <span className="ml-1 text-sm text-error"> Suspended</span>}
    </>
  ),
  email: ({ email }) => email,
  verified: ({ verified }) => (verified ? 'Yes' : 'No'),
  suspended: ({ suspended }) => (suspended ? 'Yes' : 'No'),
  created: ({ createdAt }) => dateOf(createdAt),
  lastSeen: ({ lastSeenAt }) => (lastSeenAt ? timeAgo(lastSeenAt) : 'Not lately'),
  plan: ({ plans }) => plans.length > 0 && planBadges(plans, planName),
  team: ({ teamId }) => teamId && monospaced(teamId),
});

const monospaced = (text: string) => <span className="font-mono text-sm">{text}</span>;

const planBadges = (plans: ListedMember['plans'], planName: (id: string) => string) => (
  <span className="inline-flex max-w-full gap-1 max-md:flex-wrap">
    {plans.map(({ planId, status }) => (
      <PlanBadge key={planId} name={planName(planId)} status={status} />
    ))}
  </span>
);
