import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { MeContext, meQuery, useMe } from '../session/me.ts';
import { ProofProvider } from '../session/proof.tsx';
import { signInPath } from '../session/guard.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { closeEarlierToasts } from '../../ui/toast.ts';
import { BulkWatch } from './bulk-watch.tsx';
import { LeaveQuestion } from './leave-guard.tsx';
import { destinationsFor, type Area } from './navigation.ts';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { News } from './news.tsx';
import { SessionEnd } from './session-end.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TestMode } from './test-mode.tsx';
import { TopBar } from './top-bar.tsx';
import { useCurrentSite } from './use-current-site.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

/** What may lie over the page. */
type Overlay = 'menu' | 'palette' | 'keys';

/** What stands around every page of signed-in staff. */
export function Frame() {
  const { data: me } = useQuery(meQuery);
  const { pathname, search } = useLocation();
  if (!me) return <Navigate to={signInPath(pathname + search, 'ended')} replace />;
  return (
    <MeContext value={me}>
      <ProofProvider>
        <FrameOfStaff />
      </ProofProvider>
    </MeContext>
  );
}

function FrameOfStaff() {
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  useFrameShortcuts(setOverlay);
  useToastsOfPage();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-lg bg-white px-4 py-2 font-semibold focus:translate-y-0"
      >
        Skip to the content
      </a>
      <TopBar
        onMenu={() => setOverlay('menu')}
        onSearch={() => setOverlay('palette')}
        onKeys={() => setOverlay('keys')}
      />
      <TestMode />
      <SessionEnd />
      <BulkWatch />
      <div className="flex min-w-0 flex-1">
        <aside className="sticky top-[3.5rem] hidden max-h-[calc(100dvh-3.5rem)] w-[15rem] shrink-0 self-start overflow-y-auto lg:block print:hidden">
          <SideNavigation />
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 border-line focus:outline-none lg:border-l">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <News />
      <LeaveQuestion />
      {overlay === 'menu' && <NavigationDrawer onClose={close} />}
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} onKeys={() => setOverlay('keys')} />}
        {overlay === 'keys' && <KeyboardHelp onClose={close} />}
      </Suspense>
    </div>
  );
}

const areas: readonly Area[] = ['all', 'site', 'product', 'own'];

function useFrameShortcuts(show: (overlay: Overlay) => void) {
  const navigate = useNavigate();
  const { permissions } = useMe();
  const site = useCurrentSite();
  const places = areas.flatMap((area) => destinationsFor(area, permissions, site?.id));
  useShortcuts({
    'mod+k': () => show('palette'),
    '?': () => show('keys'),
    '/': () => focusSearch(),
    ...Object.fromEntries(
      places.flatMap(({ keys, path }) => (keys === undefined ? [] : [[keys, () => void navigate(path)]])),
    ),
  });
}

/** What was said of a page does not stay over the next one. */
function useToastsOfPage(): void {
  const { pathname } = useLocation();
  useEffect(() => closeEarlierToasts(), [pathname]);
}

/** To the search of the list on the page, where there is one. */
function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
}

function Loading() {
  return (
    <div className="p-8">
      <Spinner />
    </div>
  );
}
