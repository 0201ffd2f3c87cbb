import type { RouteObject } from 'react-router';
import { paths } from './partner/paths.ts';
import { guardPage, guardRoot } from './session/guard.ts';
import { ContentSkeleton } from './shell/content-skeleton.tsx';
import { PartnerLayout } from './shell/partner-layout.tsx';
import { ProblemPage } from './shell/problem.page.tsx';

type Screen = NonNullable<RouteObject['lazy']>;

/** Every screen of the portal, by its path under a partner. Who may open it stands in `session/access.ts`. */
const screens: Record<string, Screen> = {
  [paths.login]: () => import('./account/login.page.tsx'),
  [paths.register]: () => import('./account/register.page.tsx'),
  [paths.forgotPassword]: () => import('./account/forgot-password.page.tsx'),
  [paths.outlineForm]: () => import('./leads/outline-form.page.tsx'),
  [paths.eligibility]: () => import('./eligibility/eligibility.page.tsx'),
  [paths.enrol]: () => import('./enrol/enrol.page.tsx'),
  [paths.paymentSuccess]: () => import('./payment/payment-success.page.tsx'),
  [paths.paymentCancel]: () => import('./payment/payment-cancel.page.tsx'),
  [paths.profile]: () => import('./profile/profile.page.tsx'),
  [paths.faq]: () => import('./faq/faq.page.tsx'),
  [paths.cyber]: () => import('./courses/cyber-security.page.tsx'),
  [paths.data]: () => import('./courses/data-science.page.tsx'),
  [paths.software]: () => import('./courses/software-engineering.page.tsx'),
  [paths.courseOutlines]: () => import('./resources/course-outlines.page.tsx'),
  [paths.careerConsultation]: () => import('./resources/career-consultation.page.tsx'),
  [paths.caseStudies]: () => import('./resources/case-studies.page.tsx'),
  [paths.events]: () => import('./resources/events.page.tsx'),
  [paths.terms]: () => import('./legal/terms.page.tsx'),
  [paths.privacy]: () => import('./legal/privacy.page.tsx'),
  [paths.accessibility]: () => import('./legal/accessibility.page.tsx'),
  [paths.refunds]: () => import('./legal/refund-policy.page.tsx'),
};

const screenRoutes = Object.entries(screens).map(
  // As the server answers: an address in other letters is another address.
  ([path, lazy]): RouteObject => ({ path, caseSensitive: true, loader: guardPage, lazy }),
);

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
          ...screenRoutes,
          { path: '*', lazy: () => import('./shell/partner-not-found.page.tsx') },
        ],
      },
    ],
  },
  { path: '*', lazy: () => import('./shell/not-found.page.tsx'), HydrateFallback: () => null },
];
