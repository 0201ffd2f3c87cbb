import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMatch } from 'react-router';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import type { PageName } from '../../shared/portal-pages.ts';
import { Link } from '../../ui/link.tsx';

export const navRowClass =
  'nav-row relative flex min-h-11 items-center gap-3 rounded-lg px-3 font-semibold text-ink hover:bg-tint hover:text-brand aria-[current=page]:bg-tint aria-[current=page]:text-brand';

interface NavLinkRowProps {
  page: PageName;
  icon: LucideIcon;
  /** Only the icon shows; the words stay for screen readers and as a tip. */
  isCollapsed?: boolean;
  children: ReactNode;
}

/** One line of a menu. */
export function NavLinkRow({ page, icon: Icon, isCollapsed = false, children }: NavLinkRowProps) {
  const to = pathOf(usePartner(), page);
  const isHere = useMatch(to) !== null;
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      title={isCollapsed && typeof children === 'string' ? children : undefined}
      className={isCollapsed ? `${navRowClass} w-11 justify-center px-0` : navRowClass}
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className={isCollapsed ? 'sr-only' : undefined}>{children}</span>
    </Link>
  );
}
