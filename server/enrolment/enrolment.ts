import type { Membership } from '../membership/index.ts';
import type { CardNewsHandler } from '../platform/cards/card-events/intake.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Job } from '../platform/jobs.ts';
import { deletingJobs } from '../platform/ended-rows.ts';
import { endedRowsOf } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { seedCohorts, seedPastCohorts } from './catalogue/seed-cohorts.ts';
import { queueStudents } from './demonstration/demonstration.jobs.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { features } from './features.ts';
import { handleCardNews } from './payments/card-news.ts';
import type { Colleagues, EnrolmentServices } from './services.ts';
import { importPieces } from './pieces/import-pieces.ts';
import { createPublishedOutlines, type PublishedOutlines } from './outlines/published-outlines.ts';
import { createPublishedContent, type PublishedContent } from './pieces/published-content.ts';
import { createPortalSite, type AskPortalSite } from './portal-site.ts';
import { reconcileJob } from './payments/payments.jobs.ts';
import { importWebinars } from './webinars/import-webinars.ts';

/** The enrolment domain, as the product mounts it. */
export interface Enrolment {
  routes(app: Http): void;
  /** The console's calls, behind the guard of `scoped`. */
  consoleRoutes(scoped: Http): void;
  /** Mounts `/dev/mails`, previews of every mail with made-up content. Not mounted in production. */
  developmentRoutes(app: Http): void;
  onCardNews: CardNewsHandler;
  /** Background jobs. Call it on an instance built on the job runner's own pool, which its handlers then use. */
  jobs(): Job[];
  /** What pages of partners say. Each answer is read from this process; call it once for a server. */
  publishedContent(): PublishedContent;
  /** The portal's site, as its pages name it. Each answer is read from this process; call it once for a server. */
  portalSite(): AskPortalSite;
  /** Course outlines where that content differs from the build's. */
  publishedOutlines(content: PublishedContent): PublishedOutlines;
  /** Seeds catalogue, webinars and page content of a fresh installation, and queues the students of the demonstration. Idempotent. */
  seed(options?: { demonstrationStudents: number }): Promise<void>;
}

/**
 * Builds the enrolment domain on a platform and the membership domain.
 *
 * @param asked what it asks of staff
 */
export function createEnrolment(
  platform: Platform,
  membership: Membership,
  asked: { colleagues?: Colleagues } = {},
): Enrolment {
  const services: EnrolmentServices = { ...platform, membership, ...asked };
  return {
    routes(app) {
      membership.mount(
        app,
        (scoped) => {
          for (const { routes: own = [] } of Object.values(features))
            for (const routes of own) routes(scoped, services);
        },
        { onlySite: enrolmentSite },
      );
    },
    consoleRoutes(scoped) {
      for (const { consoleRoutes = [] } of Object.values(features))
        for (const routes of consoleRoutes) routes(scoped, services);
    },
    developmentRoutes(app) {
      for (const { developmentRoutes = [] } of Object.values(features))
        for (const routes of developmentRoutes) routes(app, services);
    },
    publishedContent: () => createPublishedContent(platform),
    portalSite: () => createPortalSite(services),
    publishedOutlines: createPublishedOutlines,
    onCardNews: (news) => handleCardNews(services, news),
    jobs: () =>
      Object.values(features).flatMap(({ jobs, ended = [], personalData = [] }) => [
        ...(jobs?.(services) ?? []),
        ...deletingJobs(services, [...ended, ...endedRowsOf(personalData)]),
      ]),
    async seed({ demonstrationStudents } = { demonstrationStudents: 0 }) {
      await seedCohorts(platform);
      await importWebinars(platform);
      await importPieces(platform);
      if (demonstrationStudents === 0) return;
      await seedPastCohorts(platform);
      await queueStudents(platform.db, demonstrationStudents);
    },
  };
}

export { reconcileJob };
export type { PublishedOutlines } from './outlines/published-outlines.ts';
export type { PageContent, PublishedContent } from './pieces/published-content.ts';
export type { AskPortalSite, PortalSite } from './portal-site.ts';
