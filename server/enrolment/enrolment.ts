import type { Membership } from '../membership/index.ts';
import type { CardNewsHandler } from '../platform/cards/card-events/intake.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { catalogueJobs } from './catalogue/catalogue.jobs.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { seedCohorts } from './catalogue/seed-cohorts.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { leadJobs } from './leads/leads.jobs.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { handleCardNews } from './payments/card-news.ts';
import type { EnrolmentServices } from './services.ts';
import { paymentJobs, reconcileJob } from './payments/payments.jobs.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { requestJobs } from './requests/requests.jobs.ts';
import { requestRoutes } from './requests/requests.routes.ts';

export interface Enrolment {
  routes(app: Http): void;
  /** `/dev/mails`: every mail there is, with made-up content. Never where real people are served. */
  developmentRoutes(app: Http): void;
  onCardNews: CardNewsHandler;
  /** Work for later, to be handed to the job runner, by the enrolment that is built on its connections. */
  jobs(): Job[];
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
    jobs: () => [...catalogueJobs(services), ...paymentJobs(services), ...leadJobs(services), ...requestJobs(services)],
    seed: () => seedCohorts(platform),
  };
}

export { reconcileJob };
