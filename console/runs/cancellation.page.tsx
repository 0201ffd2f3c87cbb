import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { RunProgress } from '../../contract/console/runs-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { isPast, momentOf } from '../shell/times.ts';
import { progressQuery } from './run-queries.ts';
import { Remind, RunProgressView } from './run-progress.tsx';
import { counted } from './run-words.ts';

/** A cancelled run: who has chosen what, who has not, and until when. */
export function Component() {
  const { cohortId = '' } = useParams();
  const mayRun = useMay('run-cohorts');
  const { data, error } = useQuery({ ...progressQuery(cohortId), enabled: mayRun });
  if (!mayRun || isRefusal(error, 'cohort-not-found')) return <NotFound />;
  if (data === null) return <NotFound what="This cohort is not cancelled." />;
  return (
    <Page
      title={data ? `${data.cohort.name} is cancelled` : 'Cancelled run'}
      within={{ label: data?.cohort.name ?? 'Cohort', to: `/cohorts/${cohortId}` }}
      about={data && stateSentence(data)}
      action={data && <Remind run={data} />}
    >
      {error && (
        <Notice tone="error" role="alert" title="This could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && <RunProgressView run={data} />}
    </Page>
  );
}

function stateSentence({ counts, chooseBy }: RunProgress): string {
  if (counts.students === 0) return 'It had no students.';
  if (counts.waiting === 0) return 'Everybody has another cohort or their money back.';
  return isPast(chooseBy)
    ? `The time to choose is over. ${counted(counts.waiting, 'student')} ${counts.waiting === 1 ? 'is' : 'are'} being refunded.`
    : `${counted(counts.waiting, 'student')} can still choose, until ${momentOf(chooseBy)}. Who does not is refunded.`;
}
