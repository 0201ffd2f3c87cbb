import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Member } from '../../contract/members.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { MemberNavigation } from './member-navigation.tsx';
import { useSidebar } from './use-sidebar.ts';

/** The side navigation of members: 16 rem wide, or 3 rem with icons only. Phones have the drawer instead. */
export function SideNav({ member }: { member: Member }) {
  const { isOpen, toggle } = useSidebar();
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen;
  return (
    <SideColumn isOpen={isOpen}>
      <nav aria-label="Main" id="side-navigation">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="side-navigation"
          aria-keyshortcuts="Control+B Meta+B"
          title="Ctrl+B"
          onClick={toggle}
          className={`inline-flex h-11 cursor-pointer items-center justify-center rounded-lg text-muted hover:bg-tint hover:text-brand ${isOpen ? 'mb-2 ml-auto flex w-11' : 'mb-1 w-11'}`}
        >
          <Icon className="size-5" aria-hidden="true" />
          <span className="sr-only">{isOpen ? 'Collapse sidebar' : 'Expand sidebar'}</span>
        </button>
        <MemberNavigation member={member} isCollapsed={!isOpen} />
      </nav>
    </SideColumn>
  );
}

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

function SideColumn({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <aside
      className={`sticky top-16 h-[calc(100dvh-4rem)] shrink-0 overflow-y-auto border-r border-line bg-white transition-[width] duration-200 max-md:hidden ${isOpen ? 'w-64 p-4' : 'w-12 px-0.5 py-4'}`}
    >
      {children}
    </aside>
  );
}
