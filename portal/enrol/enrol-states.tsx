import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The shape of the page until its content is there. */
export function EnrolSkeleton() {
  return (
    <Page>
      <div aria-busy="true" className="md:grid md:grid-cols-12 md:gap-8 lg:gap-12">
        <span className="sr-only" role="status">
          Loading
        </span>
        <div className="max-md:hidden md:order-last md:col-span-5">
          <Skeleton className="h-80" />
        </div>
        <div className="space-y-4 md:col-span-7">
          <Skeleton className="h-12" />
          <Skeleton className="h-10 w-4/5" />
          <StepSkeleton />
        </div>
      </div>
    </Page>
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
      <h1 className="mb-6">Courses and prices did not load</h1>
      <Notice tone="error" role="alert">
        <p>We could not reach the service. What you have chosen so far is saved, and nothing was charged.</p>
      </Notice>
      <Button className="mt-6" onClick={onRetry}>
        Try again
      </Button>
    </Page>
  );
}
