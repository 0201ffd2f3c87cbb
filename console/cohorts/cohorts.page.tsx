import { CalendarDays, List as ListIcon, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { addressOf } from '../../client/console.ts';
import { cohortList, type CohortRow } from '../../contract/console/cohorts-schemas.ts';
import { courses, studyModeNames } from '../../shared/courses.ts';
import { lastDayBefore } from '../../shared/zoned-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { join } from '../../ui/join.ts';
import { Link } from '../../ui/link.tsx';
import { List } from '../list/list.tsx';
import type { Chosen } from '../list/use-chosen-rows.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { dayOf } from '../shell/times.ts';
import { Calendar } from './calendar.tsx';
import { cohortsKey } from './cohort-queries.ts';
import { PublishChosen } from './publish-chosen.tsx';
import { partnersText, startText, StateBadge, useCohortChoices } from './cohort-words.tsx';

/** Cohorts in scope, as a list or month by month. */
export function Component() {
  return useMay('see-orders') ? <CohortsPage /> : <NotFound />;
}

function CohortsPage() {
  const [params] = useSearchParams();
  const mayRun = useMay('run-cohorts');
  const isCalendar = params.get('view') === 'calendar';
  return (
    <Page
      title="Cohorts"
      about="Intakes and their seats. Those to come stand first, the soonest at the top."
      action={
        mayRun && (
          <span className="flex flex-wrap gap-3">
            <ButtonLink to="/cohorts/new" look="outline">
              Create one
            </ButtonLink>
            <ButtonLink to="/cohorts/plan">Plan a year</ButtonLink>
          </span>
        )
      }
    >
      <nav aria-label="View of the cohorts" className="mb-4 flex gap-1">
        <ViewLink icon={ListIcon} label="List" isCurrent={!isCalendar} params={params} />
        <ViewLink icon={CalendarDays} label="Calendar" view="calendar" isCurrent={isCalendar} params={params} />
      </nav>
      {isCalendar ? <Calendar /> : <CohortList mayRun={mayRun} />}
    </Page>
  );
}

interface ViewLinkProps {
  icon: typeof ListIcon;
  label: string;
  view?: string;
  isCurrent: boolean;
  params: URLSearchParams;
}

/** The same cohorts in another view: filters stay. */
function ViewLink({ icon: Icon, label, view, isCurrent, params }: ViewLinkProps) {
  const next = new URLSearchParams(params);
  for (const name of ['view', 'month']) next.delete(name);
  if (view) next.set('view', view);
  return (
    <Link
      to={`/cohorts?${next}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={join(
        'inline-flex min-h-10 items-center gap-2 rounded-lg border px-3 font-semibold hover:border-brand hover:text-brand',
        isCurrent ? 'border-brand bg-tint text-brand' : 'border-control',
      )}
    >
      <Icon className="size-4" aria-hidden="true" />
      {label}
    </Link>
  );
}

function CohortList({ mayRun }: { mayRun: boolean }) {
  const choices = useCohortChoices();
  return (
    <List<CohortRow>
      declaration={cohortList}
      queryKey={[...cohortsKey, 'list']}
      rowsName="cohorts"
      fetchPage={(query) => send('GET /console/api/cohorts', undefined, { ...query })}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/cohorts/${encodeURIComponent(id)}`}
      cells={cells}
      choices={choices}
      wide={['name', 'state']}
      narrow={['partner', 'sold', 'held', 'free', 'capacity']}
      acts={mayRun ? publishChosen : undefined}
      exportTo={(query) => addressOf('GET /console/api/cohorts.csv', { ...query })}
      empty={
        <EmptyState
          icon={UsersRound}
          title="No cohorts yet"
          action={mayRun && <ButtonLink to="/cohorts/plan">Plan a year</ButtonLink>}
        >
          <p>A cohort is one intake of a course. Plan a year of them at once, or create one by itself.</p>
        </EmptyState>
      }
    />
  );
}

const publishChosen = (chosen: Chosen, clear: () => void) => <PublishChosen chosen={chosen} onDone={clear} />;

const cells: Record<string, (row: CohortRow) => ReactNode> = {
  id: ({ id }) => <span className="font-mono text-sm">{id}</span>,
  name: ({ name }) => name,
  state: ({ state }) => <StateBadge state={state} />,
  starts: startText,
  partner: ({ partners }) => partnersText(partners),
  course: ({ course }) => courses[course].name,
  mode: ({ mode }) => studyModeNames[mode],
  sold: ({ sold, minimum }) => (
    <span className="tabular-nums">
      {sold}
      {minimum !== null && sold < minimum && <span className="text-muted"> of {minimum} needed</span>}
    </span>
  ),
  held: ({ held }) => held,
  free: ({ free }) => free,
  capacity: ({ capacity }) => capacity,
  minimum: ({ minimum }) => minimum,
  closes: ({ closesAt, timeZone }) =>
    closesAt && <time dateTime={closesAt}>{dayOf(lastDayBefore(timeZone, new Date(closesAt)))}</time>,
};
