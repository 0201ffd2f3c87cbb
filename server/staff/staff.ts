import { deletingJobs } from '../platform/ended-rows.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Job } from '../platform/jobs.ts';
import { endedRowsOf } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { mountForStaff } from './console-scope.routes.ts';
import { features } from './features.ts';
import type { OfMembership, StaffServices } from './services.ts';

/** The console and its people, as the product mounts them. */
export interface Staff {
  /** Mounts every call of the console behind its guard: those about staff, and what the domains bring. */
  routes(app: Http): void;
  /** Background jobs. Call it on an instance built on the job runner's own pool, which its handlers then use. */
  jobs(): Job[];
}

/** What a domain brings to the console. */
export interface ConsoleDomain {
  consoleRoutes(scoped: Http): void;
}

/**
 * Builds staff and their console on a platform.
 *
 * @param domains whose calls are mounted behind the guard
 */
export function createStaff(platform: Platform, membership: OfMembership, domains: readonly ConsoleDomain[]): Staff {
  const services: StaffServices = { ...platform, membership };
  return {
    routes(app) {
      mountForStaff(app, services, (scoped) => {
        for (const { consoleRoutes = [] } of Object.values(features))
          for (const routes of consoleRoutes) routes(scoped, services);
        for (const domain of domains) domain.consoleRoutes(scoped);
      });
    },
    jobs: () =>
      Object.values(features).flatMap(({ ended = [], personalData = [] }) =>
        deletingJobs(services, [...ended, ...endedRowsOf(personalData)]),
      ),
  };
}
