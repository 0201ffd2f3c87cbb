import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { RunProgress } from '../../contract/console/runs-schemas.ts';
import { hasDate } from '../../shared/format.ts';
import { useMay } from '../session/me.ts';
import { isPast, momentOf, onStart } from '../shell/times.ts';
import { RunPage } from './run-page.tsx';
import { Remind, RunProgressView } from './run-progress.tsx';
import { moveProgressQuery } from './run-queries.ts';
import { choosingOf, counted } from './run-words.ts';

/** A moved run: who has answered what, who has not, and until when. */
export function Component() {
  const { cohortId = '' } = useParams();
  const { data, error } = useQuery({ ...moveProgressQuery(cohortId), enabled: useMay('run-cohorts') });
  return (
    <RunPage
      run={data}
      error={error}
      absent="This cohort was not moved."
      title={data?.move ? `${data.cohort.name} starts ${onStart(data.move.startAfter)} now` : 'Moved run'}
      about={data && `${beforeSentence(data.move!.startBefore)} ${stateSentence(data)}`}
      action={data && <Remind run={data} />}
    >
      {data && <RunProgressView run={data} />}
    </RunPage>
  );
}

const beforeSentence = (startBefore: string): string =>
  hasDate(startBefore) ? `It was to start ${onStart(startBefore)}.` : 'It had no date.';

function stateSentence({ cohort, counts, chooseBy }: RunProgress): string {
  if (cohort.cancelledAt !== null) return 'It was cancelled since: students choose anew.';
  if (counts.students === 0) return 'It had no students then.';
  if (counts.waiting === 0) return 'Every student has answered or has their money back.';
  return isPast(chooseBy)
    ? `The time to choose is over. ${counted(counts.waiting, 'student')} ${counts.waiting === 1 ? 'is' : 'are'} being refunded.`
    : `${counted(choosingOf(counts), 'student')} can still choose, until ${momentOf(chooseBy)}. Who does not is refunded.`;
}
