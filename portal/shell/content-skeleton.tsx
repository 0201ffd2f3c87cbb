import { Page } from '../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What stands in the content area until a page's code and answers are there. */
export function ContentSkeleton() {
  return (
    <Page width="task">
      <div aria-busy="true" className="space-y-4">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-48 w-full" />
      </div>
    </Page>
  );
}
