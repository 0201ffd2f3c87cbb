import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from '../../ui/link.tsx';
import { Mark } from './mark.tsx';
import { modifierName } from './modifier.ts';

// Later than the page: a menu of the library weighs as much as the router.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
  onKeys: () => void;
}

const iconButton =
  'inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface';

/** The way home, the search over everything, and the own account. */
export function TopBar({ onMenu, onSearch, onKeys }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 flex h-[3.5rem] items-center gap-2 border-b border-line bg-white px-2 md:px-4 print:hidden">
      <button type="button" aria-label="Menu" onClick={onMenu} className={`${iconButton} lg:hidden`}>
        <MenuIcon className="size-5" aria-hidden="true" />
      </button>
      <Link to="/" className="inline-flex min-h-11 items-center rounded-lg px-1" aria-label="Intake console, home">
        <Mark />
      </Link>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="ml-auto inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-control px-3 text-muted hover:border-brand hover:text-brand md:mx-auto md:w-[28rem] md:justify-start"
      >
        <Search className="size-4 shrink-0" aria-hidden="true" />
        <span className="max-sm:sr-only">Search and go to</span>
        <kbd className="ml-auto max-md:hidden">{modifierName} K</kbd>
      </button>
      <button type="button" aria-label="Keyboard shortcuts" onClick={onKeys} className={`${iconButton} max-md:hidden`}>
        <Keyboard className="size-5" aria-hidden="true" />
      </button>
      <Suspense fallback={<span className="min-h-11 min-w-11" />}>
        <AccountMenu />
      </Suspense>
    </header>
  );
}
