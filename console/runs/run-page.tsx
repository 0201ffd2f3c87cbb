import { useParams } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page, type PageProps } from '../shell/page.tsx';

interface RunPageProps extends Omit<PageProps, 'within'> {
  /** What was read about the run; undefined while it is read, null where the cohort has no such run. */
  run: { cohort: { name: string } } | null | undefined;
  /** Why it could not be read. */
  error: Error | null;
  /** Said where the cohort has no such run. */
  absent?: string;
}

/** The page of a cancelled or moved run, or of one that is about to be: below its cohort, for staff who run cohorts. */
export function RunPage({ run, error, absent, children, ...page }: RunPageProps) {
  const { cohortId = '' } = useParams();
  const mayRun = useMay('run-cohorts');
  if (!mayRun || isRefusal(error, 'cohort-not-found')) return <NotFound />;
  if (run === null) return <NotFound what={absent} />;
  return (
    <Page {...page} within={{ label: run?.cohort.name ?? 'Cohort', to: `/cohorts/${cohortId}` }}>
      {error && (
        <Notice tone="error" role="alert" title="This could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!run && !error && <Skeleton className="h-60" />}
      {children}
    </Page>
  );
}
