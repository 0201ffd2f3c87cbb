import { lazy, Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType, useRevalidator } from 'react-router';
import { useMember } from '../session/member.ts';
import { tabView } from '../session/tab-view.ts';
import { closeEarlierToasts } from '../../ui/toast.ts';
import { focusStart } from './focus-start.ts';
import { Footer } from './footer.tsx';
import { MenuMissing } from './menu-missing.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { SideColumn, SideNavSkeleton } from './side-column.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useAccess, useExpectsMember, useGuidesVisitors } from './use-access.ts';
import { useHasSideColumn } from './use-has-side-column.ts';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

// Of staff alone.
const ViewBanner = lazy(async () => ({ default: (await import('./view-banner.tsx')).ViewBanner }));
// No first screen waits for it: it comes while the member's answers do.
const SideNav = lazy(async () => ({ default: (await import('./side-nav.tsx')).SideNav }));

/** The frame of every page under a partner: top bar, side navigation, content, footer. */
export function Shell() {
  const known = useMember();
  const expectsMember = useExpectsMember();
  const guidesVisitors = useGuidesVisitors();
  const member = expectsMember ? known : (known ?? null);
  // Phones do not fetch what they have no room for.
  const hasSideColumn = useHasSideColumn();
  const content = useRef<HTMLElement>(null);
  useFocusOnArrival(content);
  useFreshToasts();
  useReguardOnSignIn(Boolean(member));
  useSessionElsewhere();
  useCountedView();

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink content={content} />
      <TopBar member={member} />
      <div className="flex flex-1">
        {hasSideColumn && (member || (member === null && guidesVisitors)) && (
          <PartBoundary
            instead={
              <SideColumn isOpen>
                <MenuMissing />
              </SideColumn>
            }
          >
            <Suspense fallback={<SideNavSkeleton />}>
              <SideNav member={member} />
            </Suspense>
          </PartBoundary>
        )}
        {(member === undefined || (member && hasSideColumn === undefined)) && <SideNavSkeleton />}
        <div className="flex min-w-0 flex-1 flex-col">
          {tabView && (
            <Suspense>
              <ViewBanner view={tabView} />
            </Suspense>
          )}
          <OfflineBanner />
          <main ref={content} id="content" className="flex flex-1 flex-col">
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
    </div>
  );
}

/** After a change of page the reader starts at its heading, not somewhere in the old one. */
function useFocusOnArrival(content: { current: HTMLElement | null }): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPath = useRef(pathname);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
    focusStart(content.current, { preventScroll: true });
  }, [pathname, navigationType, content]);
}

/** No screen waits for the count of its views. */
function useCountedView(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    import('../session/count-view.ts').then(({ countView }) => countView()).catch(ignore);
  }, [pathname]);
}

const ignore = () => undefined;

/** What was said of one page or step does not stand beside the next. */
function useFreshToasts(): void {
  const { key } = useLocation();
  useEffect(closeEarlierToasts, [key]);
}

/** A form for visitors does not wait to learn who is there; when it turns out that a member is, the guard decides again. */
function useReguardOnSignIn(isSignedIn: boolean): void {
  const { revalidate } = useRevalidator();
  const access = useAccess();
  const isForVisitors = access === 'visitors' || access === 'newcomers';
  useEffect(() => {
    if (isSignedIn && isForVisitors) void revalidate();
  }, [isSignedIn, isForVisitors, revalidate]);
}
