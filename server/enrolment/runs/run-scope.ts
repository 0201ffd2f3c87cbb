import { actorOf } from '../../platform/audit/actor-of.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { SignedInStaff } from '../../platform/http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isCohortInScope } from './run-scope.store.ts';

/** Who acts, and what they see. */
export interface ActingStaff {
  staff: Pick<SignedInStaff, 'id' | 'name' | 'email'>;
  scope: Pick<StaffScope, 'partners'>;
}

/** How the audit trail names a person of staff. */
export const byStaff = ({ staff }: ActingStaff): { actor: string; staffId: string } => ({
  actor: actorOf(staff),
  staffId: staff.id,
});

/** @throws Refusal not-found for a cohort that is out of scope or absent */
export async function requireCohort(
  db: Database,
  scope: Pick<StaffScope, 'partners'>,
  cohortId: string,
): Promise<void> {
  if (!(await isCohortInScope(db, scope, cohortId))) throw new Refusal('not-found');
}
