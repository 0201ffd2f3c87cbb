import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The shape of an answer until it is there. */
export function PaymentSkeleton() {
  return (
    <Page width="task">
      <div aria-busy="true" className="space-y-4">
        <span className="sr-only" role="status">
          Loading
        </span>
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-48" />
      </div>
    </Page>
  );
}
