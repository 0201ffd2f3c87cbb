import { createEnrolment, type Enrolment } from './enrolment/enrolment.ts';
import { membershipOptions } from './enrolment/membership-options.ts';
import { createMembership, type Membership } from './membership/index.ts';
import type { Platform } from './platform/platform.ts';
import { createStaff, staffGrants, type ConsoleDomain, type Staff } from './staff/staff.ts';
import { giveSite, listPermitted, powersOf } from './staff/people/people.ts';

/**
 * Builds both domains on one platform, with their mutual callbacks, and the staff who run them.
 *
 * @param beside what the console has besides the domains
 */
export function createDomains(
  platform: Platform,
  beside: readonly ConsoleDomain[] = [],
): { membership: Membership; enrolment: Enrolment; staff: Staff } {
  const asked = { colleagues: listPermitted };
  const membership: Membership = createMembership(platform, {
    ...membershipOptions(() => ({ ...platform, membership, ...asked })),
    staffGrants,
    staffPowers: (staffId) => powersOf(platform.db, staffId),
    siteMade: giveSite,
  });
  const enrolment = createEnrolment(platform, membership, asked);
  return { membership, enrolment, staff: createStaff(platform, membership, [membership, enrolment, ...beside]) };
}
