import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { RunProgress } from '../../contract/console/runs-schemas.ts';
import { useMay } from '../session/me.ts';
import { isPast, momentOf } from '../shell/times.ts';
import { progressQuery } from './run-queries.ts';
import { RunPage } from './run-page.tsx';
import { Remind, RunProgressView } from './run-progress.tsx';
import { choosingOf, counted } from './run-words.ts';

/** A cancelled run: who has chosen what, who has not, and until when. */
export function Component() {
  const { cohortId = '' } = useParams();
  const { data, error } = useQuery({ ...progressQuery(cohortId), enabled: useMay('run-cohorts') });
  return (
    <RunPage
      run={data}
      error={error}
      absent="This cohort is not cancelled."
      title={data ? `${data.cohort.name} is cancelled` : 'Cancelled run'}
      about={data && stateSentence(data)}
      action={data && <Remind run={data} />}
    >
      {data && <RunProgressView run={data} />}
    </RunPage>
  );
}

function stateSentence({ counts, chooseBy }: RunProgress): string {
  if (counts.students === 0) return 'It had no students.';
  if (counts.waiting === 0) return 'Everybody has another cohort or their money back.';
  return isPast(chooseBy)
    ? `The time to choose is over. ${counted(counts.waiting, 'student')} ${counts.waiting === 1 ? 'is' : 'are'} being refunded.`
    : `${counted(choosingOf(counts), 'student')} can still choose, until ${momentOf(chooseBy)}. Who does not is refunded.`;
}
