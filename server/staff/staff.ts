import { deletingJobs } from '../platform/ended-rows.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Job } from '../platform/jobs.ts';
import { endedRowsOf } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { mountForStaff } from './console-scope.routes.ts';
import { features } from './features.ts';
import { staffGrants } from './people/people.ts';
import {
  listDemonstrationAccounts,
  makeDemonstrationStaff,
  voidDemonstrationStaff,
  type DemonstrationAccount,
} from './seed/demonstration-staff.ts';
import type { OfMembership, StaffServices } from './services.ts';

/** The console and its people, as the product mounts them. */
export interface Staff {
  /** Mounts every call of the console behind its guard: those about staff, and what the domains bring. */
  routes(app: Http): void;
  /** Adds the addresses that exist outside production only: `/dev/authenticator`. */
  developmentRoutes(app: Http): void;
  /** Makes the accounts of the demonstration where asked; in production ends those of an earlier start in development. */
  seed(options: { demonstration: boolean }): Promise<void>;
  /** The accounts of the demonstration that are there. */
  demonstrationAccounts(): Promise<DemonstrationAccount[]>;
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
    developmentRoutes(app) {
      for (const { developmentRoutes = [] } of Object.values(features))
        for (const routes of developmentRoutes) routes(app, services);
    },
    async seed({ demonstration }) {
      if (services.production) await voidDemonstrationStaff(services);
      if (demonstration) await makeDemonstrationStaff(services);
    },
    demonstrationAccounts: () => listDemonstrationAccounts(services.db),
    jobs: () =>
      Object.values(features).flatMap(({ ended = [], personalData = [] }) =>
        deletingJobs(services, [...ended, ...endedRowsOf(personalData)]),
      ),
  };
}

export { staffGrants };
