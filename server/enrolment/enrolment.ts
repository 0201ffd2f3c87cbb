import type { Membership } from '../membership/index.ts';
import type { CardNewsHandler } from '../platform/cards/card-events/intake.ts';
import type { Http } from '../platform/http/typed.ts';
import type { JobKind } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { seedCohorts } from './catalogue/seed-cohorts.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { leadJobs } from './leads/settle-lead.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { handleCardNews } from './payments/card-news.ts';
import { cancelCheckouts, endUnprovedHold } from './payments/end-order.ts';
import { closeCheckoutsJob, endUnprovedHoldJob, refundUnseatedJob, requestRefundJob } from './job-names.ts';
import type { EnrolmentServices } from './services.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { checkInvariants, reconcile } from './payments/reconcile.ts';
import { refundUnseated, requestRefund } from './payments/refunds.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { forgetEnquiriesJob } from './requests/enquiries.ts';
import { endPastRegistrationsJob } from './requests/past-webinars.ts';
import { requestRoutes } from './requests/requests.routes.ts';

/** The job that asks the provider about every order that is open. */
export const reconcileJob = 'reconcile';

export interface Enrolment {
  routes(app: Http): void;
  /** `/dev/mails`: every mail there is, with made-up content. Never where real people are served. */
  developmentRoutes(app: Http): void;
  onCardNews: CardNewsHandler;
  jobs: JobKind[];
  /** Fills the catalogue of a fresh installation. Safe to repeat. */
  seed(): Promise<void>;
}

export function createEnrolment(platform: Platform, membership: Membership): Enrolment {
  const services: EnrolmentServices = { ...platform, membership };
  return {
    routes(app) {
      membership.mount(
        app,
        (scoped) => {
          catalogueRoutes(scoped, services);
          progressRoutes(scoped, services);
          paymentRoutes(scoped, services);
          leadRoutes(scoped, services);
          requestRoutes(scoped, services);
        },
        { onlySite: enrolmentSite },
      );
    },
    developmentRoutes: (app) => mailPreviewRoutes(app, services),
    onCardNews: (news) => handleCardNews(services, news),
    jobs: enrolmentJobs(services),
    seed: () => seedCohorts(platform),
  };
}

const enrolmentJobs = (services: EnrolmentServices): JobKind[] => [
  job(requestRefundJob, ({ refundId }: { refundId: string }) => requestRefund(services, refundId)),
  job(refundUnseatedJob, ({ orderId }: { orderId: string }) => refundUnseated(services, orderId)),
  job(closeCheckoutsJob, ({ memberId }: { memberId: string }) => cancelCheckouts(services, memberId)),
  job(endUnprovedHoldJob, ({ orderId }: { orderId: string }) => endUnprovedHold(services, orderId)),
  ...leadJobs(services),
  forgetEnquiriesJob(services.db),
  endPastRegistrationsJob(services),
  { name: reconcileJob, lane: 'upkeep', schedule: '*/5 * * * *', handler: () => reconcile(services) },
  { name: 'check-invariants', lane: 'upkeep', schedule: '20 3 * * *', handler: () => checkInvariants(services) },
  { name: 'seed-cohorts', lane: 'upkeep', schedule: '10 * * * *', handler: () => seedCohorts(services) },
];

const job = <T>(name: string, handler: (payload: T) => Promise<void>): JobKind => ({
  name,
  lane: 'payments',
  handler: (payload) => handler(payload as T),
});
