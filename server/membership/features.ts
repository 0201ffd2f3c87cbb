import type { Http } from '../platform/http/typed.ts';
import type { EndedRows } from '../platform/ended-rows.ts';
import type { Job } from '../platform/jobs.ts';
import type { StoredGauge } from '../platform/metrics/stored-gauges.ts';
import type { PersonalTable } from '../platform/personal-data.ts';
import { adminAppRoutes } from './administration/admin-app.routes.ts';
import { adminDeliveryRoutes } from './administration/admin-deliveries.routes.ts';
import { adminMemberRoutes, adminPlanRoutes, adminSessionRoutes } from './administration/admin-members.routes.ts';
import { administrationJobs } from './administration/administration.jobs.ts';
import { bulkConsoleRoutes } from './administration/bulk/bulk.console.routes.ts';
import { bulkJobs } from './administration/bulk/bulk.jobs.ts';
import { bulkTables } from './administration/bulk/personal-data.ts';
import { importConsoleRoutes } from './administration/imports/imports.console.routes.ts';
import { importJobs } from './administration/imports/imports.jobs.ts';
import { importTables } from './administration/imports/personal-data.ts';
import { commentConsoleRoutes } from './administration/console/comments.console.routes.ts';
import { mailConsoleRoutes } from './administration/console/mails.console.routes.ts';
import { memberActConsoleRoutes } from './administration/console/member-acts.console.routes.ts';
import { memberCareConsoleRoutes } from './administration/console/member-care.console.routes.ts';
import { memberConsoleRoutes } from './administration/console/members.console.routes.ts';
import { newsConsoleRoutes } from './administration/console/news.console.routes.ts';
import { pageCheckConsoleRoutes } from './administration/console/page-check.console.routes.ts';
import { siteAccessConsoleRoutes } from './administration/console/site-access.console.routes.ts';
import { siteSettingsConsoleRoutes } from './administration/console/site-settings.console.routes.ts';
import { siteConsoleRoutes } from './administration/console/sites.console.routes.ts';
import { viewConsoleRoutes } from './administration/views/views.console.routes.ts';
import { viewRoutes } from './administration/views/views.routes.ts';
import { noteTables } from './administration/notes/personal-data.ts';
import { analyticsJobs } from './analytics/analytics.jobs.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { oldPageCounts } from './analytics/ended-rows.ts';
import { pageCountRoutes } from './analytics/page-counts.routes.ts';
import { auditConsoleRoutes } from './audit/audit.console.routes.ts';
import { auditJobs } from './audit/audit.jobs.ts';
import { auditTables } from './audit/personal-data.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { usedProofs } from './captcha/ended-rows.ts';
import { commentJobs } from './comments/comments.jobs.ts';
import { commentRoutes } from './comments/comments.routes.ts';
import { pastPresence } from './comments/ended-rows.ts';
import { commentTables } from './comments/personal-data.ts';
import { unsubscribeRoutes } from './comments/unsubscribe.routes.ts';
import { contentFileRoutes, contentRoutes } from './content/content.routes.ts';
import type { MemberKeeper } from './leaving/abandoned-accounts.ts';
import { leavingJobs } from './leaving/leaving.jobs.ts';
import { leavingRoutes } from './leaving/leaving.routes.ts';
import { freedAddresses } from './members/ended-rows.ts';
import { memberJobs } from './members/members.jobs.ts';
import { memberRoutes } from './members/members.routes.ts';
import { memberTables } from './members/personal-data.ts';
import { fileRoutes, profileImageRoutes } from './members/picture/profile-image.routes.ts';
import { billingRoutes } from './plans/billing/billing.routes.ts';
import { unpaidCheckouts } from './plans/ended-rows.ts';
import { planTables } from './plans/personal-data.ts';
import { planJobs } from './plans/plans.jobs.ts';
import { planRoutes } from './plans/plans.routes.ts';
import type { Services } from './services.ts';
import { deadSessions } from './sessions/ended-rows.ts';
import { sessionTables } from './sessions/personal-data.ts';
import { accountPageRoutes } from './sign-in/account-pages.routes.ts';
import { credentialRoutes } from './sign-in/credentials/credentials.routes.ts';
import { endedSignIns } from './sign-in/ended-rows.ts';
import { ownSessionRoutes } from './sign-in/own-sessions/own-sessions.routes.ts';
import { signInTables } from './sign-in/personal-data.ts';
import { secondFactorRoutes } from './sign-in/second-factor/second-factor.routes.ts';
import { signInJobs } from './sign-in/sign-in.jobs.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { oldDeliveries } from './site-events/ended-rows.ts';
import { webhookGauges } from './site-events/gauges.ts';
import { siteEventTables } from './site-events/personal-data.ts';
import { siteEventJobs } from './site-events/site-events.jobs.ts';
import type { SiteScope } from './sites/site-scope.ts';
import { siteRoutes } from './sites/sites.routes.ts';
import { deadPopups } from './social/ended-rows.ts';
import { popupRoutes } from './social/popup/popup.routes.ts';
import { providerRoutes } from './social/providers.routes.ts';
import { teamTables } from './teams/personal-data.ts';
import { teamRoutes } from './teams/teams.routes.ts';
import { pastViews } from './views/ended-rows.ts';
import { viewTables } from './views/personal-data.ts';
import { viewJobs } from './views/views.jobs.ts';

type Routes = (app: Http, services: Services, scope: SiteScope) => void;
type ConsoleRoutes = (app: Http, services: Services) => void;

/** What a feature brings to the product. Each part goes where its callers are checked. */
interface Feature {
  /** Calls of visitors and members, behind a site's public key. */
  routes?: readonly Routes[];
  /** Calls of sites' own servers, behind a secret key. */
  serverRoutes?: readonly Routes[];
  /** Calls of the console, behind its guard: `x.console.routes.ts`. */
  consoleRoutes?: readonly ConsoleRoutes[];
  /** Windows, pages and files, which come without a key. */
  openRoutes?: readonly Routes[];
  jobs?: (services: Services, keepers: readonly MemberKeeper[]) => Job[];
  /** Rows that a job deletes once they have ended. */
  ended?: readonly EndedRows[];
  /** Its tables about people. */
  personalData?: readonly PersonalTable[];
  /** What operators see of it at `/metrics` from the database. */
  gauges?: readonly StoredGauge[];
}

/**
 * The features of membership from the bottom up: each may call those before it (decision 0030), and what it brings is
 * gathered here alone (decision 0042). A name is that of a folder, or of a file beside the folders.
 */
export const features: Readonly<Record<string, Feature>> = {
  sessions: { ended: deadSessions, personalData: sessionTables },
  views: { jobs: viewJobs, ended: pastViews, personalData: viewTables },
  entitlements: {},
  sites: { routes: [siteRoutes] },
  services: {},
  audit: { consoleRoutes: [auditConsoleRoutes], jobs: auditJobs, personalData: auditTables },
  captcha: { routes: [captchaRoutes], ended: usedProofs },
  'site-events': {
    jobs: siteEventJobs,
    ended: oldDeliveries,
    personalData: siteEventTables,
    gauges: webhookGauges,
  },
  content: { routes: [contentRoutes], openRoutes: [contentFileRoutes] },
  members: {
    routes: [memberRoutes, profileImageRoutes],
    openRoutes: [fileRoutes],
    jobs: memberJobs,
    ended: freedAddresses,
    personalData: memberTables,
  },
  analytics: { routes: [analyticsRoutes], serverRoutes: [pageCountRoutes], jobs: analyticsJobs, ended: oldPageCounts },
  teams: { routes: [teamRoutes], personalData: teamTables },
  plans: { routes: [planRoutes, billingRoutes], jobs: planJobs, ended: unpaidCheckouts, personalData: planTables },
  'sign-in': {
    routes: [signInRoutes, credentialRoutes, ownSessionRoutes, secondFactorRoutes],
    openRoutes: [accountPageRoutes],
    jobs: signInJobs,
    ended: endedSignIns,
    personalData: signInTables,
  },
  social: { routes: [providerRoutes], openRoutes: [popupRoutes], ended: deadPopups },
  comments: {
    routes: [commentRoutes],
    openRoutes: [unsubscribeRoutes],
    jobs: commentJobs,
    ended: pastPresence,
    personalData: commentTables,
  },
  leaving: { routes: [leavingRoutes], jobs: leavingJobs },
  declaration: {},
  seed: {},
  administration: {
    routes: [viewRoutes],
    serverRoutes: [adminMemberRoutes, adminSessionRoutes, adminPlanRoutes, adminAppRoutes, adminDeliveryRoutes],
    consoleRoutes: [
      siteConsoleRoutes,
      siteSettingsConsoleRoutes,
      siteAccessConsoleRoutes,
      pageCheckConsoleRoutes,
      memberConsoleRoutes,
      memberActConsoleRoutes,
      memberCareConsoleRoutes,
      commentConsoleRoutes,
      mailConsoleRoutes,
      viewConsoleRoutes,
      newsConsoleRoutes,
      bulkConsoleRoutes,
      importConsoleRoutes,
    ],
    jobs: (services) => [...administrationJobs(services), ...bulkJobs(services), ...importJobs(services)],
    personalData: [...noteTables, ...bulkTables, ...importTables],
  },
};
