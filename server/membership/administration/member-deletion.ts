import type { Services } from '../services.ts';
import { deleteMemberAs, type Administration } from './admin-members.ts';

/** A deletion as staff confirm it. */
export interface MemberDeletion {
  /** What it would mean for money and places, one sentence each. */
  explain(memberId: string): Promise<string[]>;
  /**
   * @returns whether the card provider has ended everything that could be paid
   * @throws Refusal member-not-found
   */
  deleteMember(administration: Administration, memberId: string): Promise<{ checkoutsEnded: boolean }>;
}

export const createMemberDeletion = (services: Services): MemberDeletion => ({
  explain: async (memberId) => (await services.deletionDuties?.explain(memberId)) ?? [],
  deleteMember: (administration, memberId) => deleteMemberAs(services, administration, memberId),
});
