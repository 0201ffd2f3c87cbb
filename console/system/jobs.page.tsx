import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ListTodo, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { jobList, type JobRow } from '../../contract/console/system.ts';
import { tones, type Tone } from '../../ui/tones.ts';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { SubjectLink } from '../shell/subject-link.tsx';
import { momentOf } from '../shell/times.ts';

const states: Record<JobRow['state'], { words: string; tone: Tone }> = {
  failed: { words: 'Failed', tone: 'error' },
  waiting: { words: 'Waiting', tone: 'warning' },
  running: { words: 'Running', tone: 'info' },
  later: { words: 'Later', tone: 'neutral' },
};

/** Jobs that wait and jobs that failed, for owners. */
export function Component() {
  return useMay('see-system') ? <JobsPage /> : <NotFound />;
}

function JobsPage() {
  const [asked, setAsked] = useState<JobRow>();
  const queryClient = useQueryClient();
  return (
    <Page
      title="Jobs"
      within={{ label: 'System', to: '/system' }}
      about="What is to be done later, and what failed. What has been done leaves the list."
    >
      <List<JobRow>
        declaration={jobList}
        queryKey={['jobs']}
        rowsName="jobs"
        fetchPage={(query) => send('GET /console/api/jobs', undefined, { ...query })}
        rowKey={({ id }) => id}
        cells={cellsOf(setAsked)}
        choices={{ state: Object.entries(states).map(([value, { words }]) => ({ value, label: words })) }}
        wide={['kind', 'fault']}
        empty={
          <EmptyState icon={ListTodo} title="Nothing waits">
            <p>Mails to send, payments to settle and nightly work appear here while they wait.</p>
          </EmptyState>
        }
      />
      {asked && (
        <ActDialog
          title={`Try ${asked.kind} now?`}
          press="Try now"
          told="It is tried now"
          act={(reason) => send('POST /console/api/jobs/:jobId/retry', { reason }, { jobId: asked.id })}
          onDone={() => void queryClient.invalidateQueries({ queryKey: ['jobs'] })}
          onClose={() => setAsked(undefined)}
        >
          <p>
            The job runs at once and has its {asked.maxAttempts} attempts again. Each job may run twice without harm. If
            the reason of the failure is still there, it fails again.
          </p>
          {asked.fault && <p className="text-muted wrap-anywhere">Last time: {asked.fault}</p>}
        </ActDialog>
      )}
    </Page>
  );
}

/** A job that is due later for the first time has not failed, and does too early what it is for. */
const mayBeTried = ({ state, attempts }: JobRow) => state !== 'running' && (state !== 'later' || attempts > 0);

/** What stands in the columns. */
const cellsOf = (ask: (job: JobRow) => void): Record<string, (row: JobRow) => ReactNode> => ({
  kind: (job) => (
    <span className="flex items-start justify-between gap-2">
      <span className="wrap-anywhere">{job.kind}</span>
      {mayBeTried(job) && (
        <button
          type="button"
          onClick={() => ask(job)}
          aria-label={`Try ${job.kind} ${job.id} now`}
          className="-my-1.5 inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface-strong hover:text-brand"
        >
          <RotateCw className="size-4" aria-hidden="true" />
        </button>
      )}
    </span>
  ),
  state: ({ state }) => (
    <span className={`font-semibold whitespace-nowrap ${tones[states[state].tone].text}`}>{states[state].words}</span>
  ),
  due: ({ dueAt }) => <time dateTime={dueAt}>{momentOf(dueAt)}</time>,
  attempts: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
  fault: ({ fault }) => fault && <span className="whitespace-normal wrap-anywhere">{fault}</span>,
  about: ({ about }) => about && <SubjectLink subject={about} siteId={null} />,
  queued: ({ queuedAt }) => <time dateTime={queuedAt}>{momentOf(queuedAt)}</time>,
});
