import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useSidebar } from './use-sidebar.ts';

/** The same room while it is not yet known who is there. */
export function SideNavSkeleton() {
  const { isOpen } = useSidebar();
  return (
    <SideColumn isOpen={isOpen}>
      <div aria-busy="true" className="space-y-3">
        {isOpen && <Spinner />}
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        {isOpen && <Skeleton className="h-72 w-full" />}
      </div>
    </SideColumn>
  );
}

/**
 * The room of the side navigation: 16 rem, or 3 rem. Where it is higher than the window it goes along with the page to its
 * end and stays there, so that nothing is cut off in a box of its own.
 */
export function SideColumn({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <aside
      className={`sticky bottom-0 min-h-[calc(100dvh-4rem)] shrink-0 self-end overflow-x-clip border-r border-line bg-white transition-[width] duration-200 max-md:hidden print:hidden ${isOpen ? 'w-64 p-4' : 'w-12 px-0.5 py-4'}`}
    >
      {children}
    </aside>
  );
}
