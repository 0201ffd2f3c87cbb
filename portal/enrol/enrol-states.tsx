import { enrolMessages } from '../messages/enrol.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EnrolColumns } from './enrol-columns.tsx';

/** What holds at every step, so it can be read before it is known which step opens. */
export function EnrolLead() {
  return (
    <p className="mb-6 text-muted">
      Your course and cohort are saved as you choose them. Nothing is charged before you pay on the card page.
    </p>
  );
}

/** The shape of the page until its content is there. */
export function EnrolSkeleton() {
  return (
    <EnrolColumns
      order={
        <Skeleton className="h-12 max-md:-mx-4 max-md:-mt-8 max-md:mb-6 max-md:rounded-none md:@2xl:h-40 @3xl:h-80" />
      }
    >
      <EnrolLead />
      <div aria-busy="true" className="space-y-4">
        <span className="sr-only" role="status">
          Loading
        </span>
        <Skeleton className="h-12" />
        <Skeleton className="h-10 w-4/5" />
        <StepSkeleton />
      </div>
    </EnrolColumns>
  );
}

/** The shape of a step until its code is there. */
export function StepSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}

/** Courses and prices could not be read. */
export function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Page width="task">
      <h1 tabIndex={-1} className="mb-6">
        Courses and prices did not load
      </h1>
      <Notice tone="error" role="alert">
        <p>{enrolMessages.notLoaded}</p>
      </Notice>
      <Button className="mt-6" onClick={onRetry}>
        Try again
      </Button>
    </Page>
  );
}
