import type { Services } from '../services.ts';
import { deleteMemberAs, type Administration } from './admin-members.ts';

/** Deletion of a member by staff: explained first, then done. */
export interface MemberDeletion {
  /** Consequences for payments and seats, one sentence each. */
  explain(memberId: string): Promise<string[]>;
  /**
   * @returns `checkoutsEnded`: whether the card provider has expired every open checkout of the member
   * @throws Refusal member-not-found
   */
  deleteMember(administration: Administration, memberId: string): Promise<{ checkoutsEnded: boolean }>;
}

/** Deletion of members as the commands use it. */
export const createMemberDeletion = (services: Services): MemberDeletion => ({
  explain: async (memberId) => (await services.deletionDuties?.explain(memberId)) ?? [],
  deleteMember: (administration, memberId) => deleteMemberAs(services, administration, memberId),
});
