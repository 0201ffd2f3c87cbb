import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { StudentMember } from '../../contract/student-fields.ts';
import { MemberNavigation } from './member-navigation.tsx';
import { ReadingLinks } from './reading-links.tsx';
import { SideColumn } from './side-column.tsx';
import { useSidebar } from './use-sidebar.ts';

/** The side navigation, for visitors what there is to read: 16 rem wide, or 3 rem with icons only. Phones have the drawer instead. */
export function SideNav({ member }: { member: StudentMember | null }) {
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
          className={`inline-flex size-11 cursor-pointer items-center justify-center rounded-lg text-muted hover:bg-tint hover:text-brand ${isOpen ? 'mb-2' : 'mb-1'}`}
        >
          <Icon className="size-5" aria-hidden="true" />
          <span className="sr-only">{isOpen ? 'Collapse sidebar' : 'Expand sidebar'}</span>
        </button>
        {member ? (
          <MemberNavigation member={member} isCollapsed={!isOpen} />
        ) : (
          <div className="space-y-4">
            <ReadingLinks isCollapsed={!isOpen} />
          </div>
        )}
      </nav>
    </SideColumn>
  );
}
