import type { RouteObject } from 'react-router';
import { partnerTitle } from '../shared/partners.ts';
import { portalPages, screenNames, type ScreenName } from '../shared/portal-pages.ts';
import { screens } from './pages.ts';
import { usePartner } from './partner/partner.tsx';
import { guardOf, guardRoot } from './session/guard.ts';
import { ContentSkeleton } from './shell/content-skeleton.tsx';
import { PartnerLayout } from './shell/partner-layout.tsx';
import { ProblemPage } from './shell/problem.page.tsx';
import { usePageTitle } from './ui/page-title.ts';

/** A page of the table, behind its guard. */
const routeOf = (name: ScreenName): RouteObject => ({
  path: portalPages[name].path,
  // As the server answers: an address in other letters is another address.
  caseSensitive: true,
  loader: guardOf(name),
  lazy: () => loadTitled(name),
});

async function loadTitled(name: ScreenName) {
  const { title, code } = screens[name];
  const { Component: Screen } = await code();
  if (!title) return { Component: Screen };
  return {
    Component() {
      usePageTitle(`${title} – ${partnerTitle(usePartner())}`);
      return <Screen />;
    },
  };
}

export const routes: RouteObject[] = [
  {
    path: '/:partner',
    Component: PartnerLayout,
    children: [
      {
        HydrateFallback: ContentSkeleton,
        ErrorBoundary: ProblemPage,
        children: [
          { index: true, loader: guardRoot, Component: ContentSkeleton },
          { path: 'index', caseSensitive: true, loader: guardRoot, Component: ContentSkeleton },
          ...screenNames.map(routeOf),
          { path: '*', lazy: () => import('./shell/partner-not-found.page.tsx') },
        ],
      },
    ],
  },
];
