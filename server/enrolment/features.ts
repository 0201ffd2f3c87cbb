import type { Http } from '../platform/http/typed.ts';
import type { EndedRows } from '../platform/ended-rows.ts';
import type { Job } from '../platform/jobs.ts';
import type { StoredGauge } from '../platform/metrics/stored-gauges.ts';
import type { PersonalTable } from '../platform/personal-data.ts';
import { catalogueJobs } from './catalogue/catalogue.jobs.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { cohortActConsoleRoutes } from './catalogue/cohort-acts.console.routes.ts';
import { cohortConsoleRoutes } from './catalogue/cohorts.console.routes.ts';
import { seatTables } from './catalogue/personal-data.ts';
import { enrolmentConsoleRoutes } from './console/enrolment.console.routes.ts';
import { reportConsoleRoutes } from './console/reports/reports.console.routes.ts';
import { pastLeads } from './leads/ended-rows.ts';
import { leadJobs } from './leads/leads.jobs.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { demonstrationJobs } from './demonstration/demonstration.jobs.ts';
import { leadTables } from './leads/personal-data.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { mailTemplateConsoleRoutes } from './mail-previews/mail-templates.console.routes.ts';
import { unpaidOrders } from './payments/ended-rows.ts';
import { deskConsoleRoutes } from './payments/desk/desk.console.routes.ts';
import { paymentJobs } from './payments/payments.jobs.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { paymentTables } from './payments/personal-data.ts';
import { reconciliationConsoleRoutes } from './payments/reconciliation/reconciliation.console.routes.ts';
import { matterConsoleRoutes } from './payments/reviews/matters.console.routes.ts';
import { pieceConsoleRoutes } from './pieces/pieces.console.routes.ts';
import { progressTables } from './progress/personal-data.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { requestTables } from './requests/personal-data.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { requestConsoleRoutes } from './requests/desk/requests.console.routes.ts';
import { unsentMails } from './runs/ended-rows.ts';
import { runTables } from './runs/personal-data.ts';
import { runConsoleRoutes } from './runs/runs.console.routes.ts';
import { runJobs } from './runs/runs.jobs.ts';
import { runRoutes } from './runs/runs.routes.ts';
import type { EnrolmentServices } from './services.ts';
import { webinarTables } from './webinars/personal-data.ts';
import { webinarConsoleRoutes } from './webinars/webinars.console.routes.ts';
import { webinarJobs } from './webinars/webinars.jobs.ts';
import { webinarRoutes } from './webinars/webinars.routes.ts';

type Routes = (app: Http, services: EnrolmentServices) => void;

/** What a feature brings to the product. */
interface Feature {
  /** Calls of the portal's visitors and members. */
  routes?: readonly Routes[];
  /** Calls of the console, behind its guard: `x.console.routes.ts`. */
  consoleRoutes?: readonly Routes[];
  /** Pages that exist in development alone. */
  developmentRoutes?: readonly Routes[];
  jobs?: (services: EnrolmentServices) => Job[];
  /** Rows that a job deletes once they have ended. */
  ended?: readonly EndedRows[];
  /** Its tables about people. */
  personalData?: readonly PersonalTable[];
  /** What operators see of it at `/metrics` from the database. */
  gauges?: readonly StoredGauge[];
}

/**
 * The features of enrolment from the bottom up: each may call those before it (decision 0030), and what it brings is
 * gathered here alone (decision 0042). A name is that of a folder, or of a file beside the folders.
 */
export const features: Readonly<Record<string, Feature>> = {
  students: {},
  services: {},
  'enrolment-site': {},
  'needed-fields': {},
  'portal-site': {},
  'partner-members.store': {},
  'partner-members': {},
  'member-steps.store': {},
  'member-steps': {},
  reference: {},
  'job-kinds': {},
  'partner-scope': {},
  catalogue: {
    routes: [catalogueRoutes],
    consoleRoutes: [cohortConsoleRoutes, cohortActConsoleRoutes],
    jobs: catalogueJobs,
    personalData: seatTables,
  },
  content: {},
  pieces: { consoleRoutes: [pieceConsoleRoutes] },
  outlines: {},
  mails: {},
  progress: { routes: [progressRoutes], personalData: progressTables },
  payments: {
    routes: [paymentRoutes],
    consoleRoutes: [deskConsoleRoutes, matterConsoleRoutes, reconciliationConsoleRoutes],
    jobs: paymentJobs,
    ended: unpaidOrders,
    personalData: paymentTables,
  },
  runs: {
    routes: [runRoutes],
    consoleRoutes: [runConsoleRoutes],
    jobs: runJobs,
    ended: unsentMails,
    personalData: runTables,
  },
  requests: {
    routes: [requestRoutes],
    consoleRoutes: [requestConsoleRoutes],
    personalData: requestTables,
  },
  webinars: {
    routes: [webinarRoutes],
    consoleRoutes: [webinarConsoleRoutes],
    jobs: webinarJobs,
    personalData: webinarTables,
  },
  leads: { routes: [leadRoutes], jobs: leadJobs, ended: pastLeads, personalData: leadTables },
  demonstration: { jobs: demonstrationJobs },
  console: { consoleRoutes: [enrolmentConsoleRoutes, reportConsoleRoutes] },
  'mail-previews': { consoleRoutes: [mailTemplateConsoleRoutes], developmentRoutes: [mailPreviewRoutes] },
};
