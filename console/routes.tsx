import type { RouteObject } from 'react-router';
import { Spinner } from '../ui/spinner.tsx';
import { guardFrame, guardSignIn } from './session/guard.ts';
import { Frame } from './shell/frame.tsx';
import { ProblemPage } from './shell/problem.page.tsx';

/** Shown while the first page comes. */
const Loading = () => (
  <div className="p-8">
    <Spinner />
  </div>
);

/** The console's screens, each fetched when it is opened. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: Loading,
    ErrorBoundary: ProblemPage,
    children: [
      { path: '/sign-in', loader: guardSignIn, lazy: () => import('./sign-in/sign-in.page.tsx') },
      { path: '/invitation', lazy: () => import('./sign-in/invitation.page.tsx') },
      {
        loader: guardFrame,
        // The session is watched by the frame itself: a change of filters must not ask for it anew.
        shouldRevalidate: () => false,
        Component: Frame,
        children: [
          {
            ErrorBoundary: ProblemPage,
            children: [
              { index: true, lazy: () => import('./home/home.page.tsx') },
              { path: '/security', lazy: () => import('./security/security.page.tsx') },

              { path: '/sites/new', lazy: () => import('./site/new-site.page.tsx') },
              { path: '/sites/:siteId/site/*', lazy: () => import('./site/site.page.tsx') },
              { path: '/sites/:siteId/members', lazy: () => import('./members/members.page.tsx') },
              { path: '/sites/:siteId/members/:memberId', lazy: () => import('./members/member.page.tsx') },
              { path: '/sites/:siteId/members/import', lazy: () => import('./members/imports/imports.page.tsx') },
              {
                path: '/sites/:siteId/members/import/:importId',
                lazy: () => import('./members/imports/import.page.tsx'),
              },
              { path: '/sites/:siteId/bulk', lazy: () => import('./members/bulk/bulk-jobs.page.tsx') },
              { path: '/sites/:siteId/bulk/:bulkJobId', lazy: () => import('./members/bulk/bulk-job.page.tsx') },
              { path: '/sites/:siteId/comments', lazy: () => import('./comments/comments.page.tsx') },
              { path: '/cohorts', lazy: () => import('./cohorts/cohorts.page.tsx') },
              { path: '/cohorts/new', lazy: () => import('./cohorts/new-cohort.page.tsx') },
              { path: '/cohorts/plan', lazy: () => import('./cohorts/plan.page.tsx') },
              { path: '/cohorts/:cohortId', lazy: () => import('./cohorts/cohort.page.tsx') },
              { path: '/cohorts/:cohortId/roster', lazy: () => import('./cohorts/roster.page.tsx') },
              { path: '/cohorts/:cohortId/cancel', lazy: () => import('./runs/cancel-run.page.tsx') },
              { path: '/cohorts/:cohortId/cancellation', lazy: () => import('./runs/cancellation.page.tsx') },
              { path: '/cohorts/:cohortId/move', lazy: () => import('./runs/move-run.page.tsx') },
              { path: '/cohorts/:cohortId/moved', lazy: () => import('./runs/moved-run.page.tsx') },
              { path: '/cohorts/:cohortId/mail', lazy: () => import('./runs/cohort-mail.page.tsx') },
              { path: '/reports/:report', lazy: () => import('./reports/report.page.tsx') },
              { path: '/orders', lazy: () => import('./orders/orders.page.tsx') },
              { path: '/orders/:orderId', lazy: () => import('./orders/order.page.tsx') },
              { path: '/reconciliation', lazy: () => import('./orders/reconciliation/reconciliation.page.tsx') },
              { path: '/matters', lazy: () => import('./orders/matters/matters.page.tsx') },
              { path: '/matters/:matterId', lazy: () => import('./orders/matters/matter.page.tsx') },
              { path: '/requests', lazy: () => import('./requests/requests.page.tsx') },
              { path: '/requests/calendar', lazy: () => import('./requests/calendar.page.tsx') },
              { path: '/requests/texts', lazy: () => import('./requests/texts.page.tsx') },
              { path: '/requests/:requestId', lazy: () => import('./requests/request.page.tsx') },
              { path: '/webinars', lazy: () => import('./webinars/webinars.page.tsx') },
              { path: '/webinars/new', lazy: () => import('./webinars/new-webinar.page.tsx') },
              { path: '/webinars/:webinarId', lazy: () => import('./webinars/webinar.page.tsx') },
              { path: '/webinars/:webinarId/attendees', lazy: () => import('./webinars/attendees.page.tsx') },
              { path: '/content', lazy: () => import('./content/content.page.tsx') },
              { path: '/content/:partner/:pieceKey', lazy: () => import('./content/piece.page.tsx') },
              { path: '/mails', lazy: () => import('./mails/mails.page.tsx') },
              { path: '/mails/templates', lazy: () => import('./mails/templates.page.tsx') },
              { path: '/mails/:mailId', lazy: () => import('./mails/mail.page.tsx') },
              { path: '/system', lazy: () => import('./system/system.page.tsx') },
              { path: '/system/jobs', lazy: () => import('./system/jobs.page.tsx') },
              { path: '/audit', lazy: () => import('./audit/audit.page.tsx') },
              { path: '/staff', lazy: () => import('./staff/staff.page.tsx') },
              { path: '*', lazy: () => import('./shell/not-found.page.tsx') },
            ],
          },
        ],
      },
    ],
  },
];
