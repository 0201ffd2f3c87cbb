import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { courses, studyModeNames } from '../../shared/courses.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { isPast, momentOf } from '../shell/times.ts';
import { ChangeTab } from './change-tab.tsx';
import { ChangesTab } from './changes-tab.tsx';
import { CohortActs } from './cohort-acts.tsx';
import { CohortFacts } from './cohort-facts.tsx';
import { cohortQuery } from './cohort-queries.ts';
import { partnersText, startText, StateBadge } from './cohort-words.tsx';
import { SeatsTab } from './seats-tab.tsx';

const allTabs = [
  { name: 'seats', label: 'Seats' },
  { name: 'change', label: 'Change' },
  { name: 'changes', label: 'History' },
] as const;

/** One cohort: how it stands, who has a seat, what was done with it. The open tab stands in the address. */
export function Component() {
  const { cohortId = '' } = useParams();
  return useMay('see-orders') ? <CohortPage key={cohortId} cohortId={cohortId} /> : <NotFound />;
}

const within = { label: 'Cohorts', to: '/cohorts' };

function CohortPage({ cohortId }: { cohortId: string }) {
  const { data: cohort, error } = useQuery(cohortQuery(cohortId));
  if (isRefusal(error, 'cohort-not-found')) return <NotFound what="This cohort does not exist." />;
  if (!cohort)
    return (
      <Page title="Cohort" within={within}>
        {error ? (
          <Notice tone="error" role="alert" title="The cohort could not be read">
            <p>{messageOf(error)}</p>
          </Notice>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Page>
    );
  return <ShownPage cohort={cohort} />;
}

function ShownPage({ cohort }: { cohort: ShownCohort }) {
  const mayRun = useMay('run-cohorts');
  const mayChange = mayRun && cohort.isInScope;
  const tabs = allTabs.filter(({ name }) => name !== 'change' || mayChange);
  const [tab, setTab] = useTab(
    tabs.map(({ name }) => name),
    'seats',
  );
  // Once it is opened, what is typed there stays while another tab is open.
  const [isChanging, setChanging] = useState(tab === 'change');
  if (tab === 'change' && !isChanging) setChanging(true);
  return (
    <Page
      title={cohort.name}
      within={within}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge state={cohort.state} />
          <span>
            {partnersText(cohort.partners)}, {courses[cohort.course].name}, {studyModeNames[cohort.mode].toLowerCase()},{' '}
            {startText(cohort)}
          </span>
        </span>
      }
    >
      <div className="flex flex-col gap-6">
        <ShortNotice cohort={cohort} />
        {mayRun && <MovedNotice cohort={cohort} />}
        {mayRun && !cohort.isInScope && (
          <Notice tone="info">
            <p>
              This cohort is for partners beyond yours as well. You see your own students; somebody who has all its
              partners changes it.
            </p>
          </Notice>
        )}
        {mayRun && <CohortActs cohort={cohort} mayChange={mayChange} />}
        <CohortFacts cohort={cohort} />
        <div className="min-w-0">
          <Tabs label="About the cohort" tabs={tabs} current={tab} onChange={setTab}>
            {(shown) => (
              <div className="pt-5">
                {shown === 'seats' && shown === tab && <SeatsTab cohort={cohort} />}
                {shown === 'change' && isChanging && <ChangeTab cohort={cohort} />}
                {shown === 'changes' && shown === tab && <ChangesTab cohortId={cohort.id} />}
              </div>
            )}
          </Tabs>
        </div>
      </div>
    </Page>
  );
}

/** Told until the cohort begins: its students were asked, and what they chose stands on a page of its own. */
function MovedNotice({ cohort: { id, answerMoveBy, state } }: { cohort: ShownCohort }) {
  if (answerMoveBy === null || ['cancelled', 'running', 'ended'].includes(state)) return null;
  return (
    <Notice tone="info" title="Its students were asked about its first day">
      <p className="mb-2">
        {isPast(answerMoveBy)
          ? `Its students could choose until ${momentOf(answerMoveBy)}.`
          : `Its students choose until ${momentOf(answerMoveBy)}. Who does not is refunded.`}
      </p>
      <ButtonLink look="link" to={`/cohorts/${encodeURIComponent(id)}/moved`}>
        See what they have chosen
      </ButtonLink>
    </Notice>
  );
}

const isComing = ({ state }: ShownCohort) => ['open', 'closing', 'full', 'closed', 'not-open-yet'].includes(state);

/** Told while there is time to do something about it. */
function ShortNotice({ cohort }: { cohort: ShownCohort }) {
  const { minimum, sold } = cohort;
  if (minimum === null || sold >= minimum || !isComing(cohort)) return null;
  const missing = minimum - sold;
  return (
    <Notice tone="warning" title={`${missing === 1 ? '1 student is' : `${missing} students are`} missing`}>
      <p>
        It runs with {minimum}, and {sold === 1 ? '1 seat is' : `${sold} seats are`} sold. Confirm that it runs all the
        same, or move its students.
      </p>
    </Notice>
  );
}
