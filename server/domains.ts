import { createEnrolment, type Enrolment } from './enrolment/enrolment.ts';
import { membershipOptions } from './enrolment/membership-options.ts';
import { createMembership, type Membership } from './membership/index.ts';
import type { Http } from './platform/http/typed.ts';
import type { Platform } from './platform/platform.ts';
import { createStaff, type Staff } from './staff/staff.ts';
import { systemConsoleRoutes } from './web/system.console.routes.ts';

/** Builds both domains on one platform, with their mutual callbacks, and the staff who run them. */
export function createDomains(platform: Platform): { membership: Membership; enrolment: Enrolment; staff: Staff } {
  const membership: Membership = createMembership(
    platform,
    membershipOptions(() => ({ ...platform, membership })),
  );
  const enrolment = createEnrolment(platform, membership);
  const system = { consoleRoutes: (scoped: Http) => systemConsoleRoutes(scoped, platform) };
  return { membership, enrolment, staff: createStaff(platform, membership, [membership, enrolment, system]) };
}
