import type { Membership } from '../membership/index.ts';
import type { Platform } from '../platform/platform.ts';

/** What staff need of membership, by its door. */
export type OfMembership = Pick<
  Membership,
  'parseEmail' | 'listSites' | 'listSitesInScope' | 'requireGoodPassword' | 'describeDevice'
>;

/** Dependencies of the rules about staff. */
export interface StaffServices extends Platform {
  membership: OfMembership;
}

/** What inviting, changing and removing staff needs; commands have no more. */
export interface PeopleServices extends Pick<Platform, 'db' | 'keys' | 'appUrl'> {
  membership: Pick<OfMembership, 'parseEmail' | 'listSites'>;
}
