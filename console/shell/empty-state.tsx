import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What would stand here, and how it gets there. */
  children: ReactNode;
  action?: ReactNode;
}

/** What stands where nothing is yet: it says what would be here and what to do. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed border-line px-6 py-12 text-center">
      <Icon className="size-8 text-muted" aria-hidden="true" />
      <h2>{title}</h2>
      <div className="max-w-[32rem] text-muted">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
