import { createEnrolment, type Enrolment } from './enrolment/enrolment.ts';
import { membershipOptions } from './enrolment/membership-options.ts';
import { createMembership, type Membership } from './membership/index.ts';
import type { Platform } from './platform/platform.ts';

/** Builds both domains on one platform, with their mutual callbacks. */
export function createDomains(platform: Platform): { membership: Membership; enrolment: Enrolment } {
  const membership: Membership = createMembership(
    platform,
    membershipOptions(() => ({ ...platform, membership })),
  );
  return { membership, enrolment: createEnrolment(platform, membership) };
}
