import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageOf } from '../session/message-of.ts';
import { momentOf } from '../shell/times.ts';
import { changesQuery } from './cohort-queries.ts';

const actWords: Readonly<Record<string, string>> = {
  'cohort.created': 'Created',
  'cohort.changed': 'Changed',
  'cohort.published': 'Published',
  'cohort.confirmed': 'Confirmed to run',
  'cohort.confirmation-withdrawn': 'Confirmation taken back',
  'cohort.moved': 'First day set or moved',
  'cohort.cancelled': 'Cancelled',
  'cohort.reminded': 'Students reminded to choose',
  'cohort.mailed': 'Students mailed',
  'cohort.roster-exported': 'Roster exported',
};

/** What staff did with a cohort, the newest first. */
export function ChangesTab({ cohortId }: { cohortId: string }) {
  const { data: entries, error } = useQuery(changesQuery(cohortId));
  if (error)
    return (
      <Notice tone="error" role="alert" title="The history could not be read">
        <p>{messageOf(error)}</p>
      </Notice>
    );
  if (!entries) return <Skeleton className="h-20" />;
  if (entries.length === 0)
    return <p className="text-muted">Nothing was done with it in the console. It came from the file of cohorts.</p>;
  return (
    <ol className="max-w-[46rem] divide-y divide-line">
      {entries.map(({ id, at, actor, action, note, reason }) => (
        <li key={id} className="py-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{actWords[action] ?? action}</span>
            {note && `: ${note}`}
          </p>
          {reason && <p className="wrap-anywhere">“{reason}”</p>}
          <p className="text-sm text-muted">
            {actor}, <time dateTime={at}>{momentOf(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}
