import { actorOf } from '../../platform/audit/actor-of.ts';
import { partnerCodes } from '../../../shared/partners.ts';
import type { CohortEntry } from '../../../contract/console/cohorts-schemas.ts';
import { listEntriesAbout, recordEntry, type AuditedBy } from '../../platform/audit/audit.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { SignedInStaff } from '../../platform/http/serve.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import type { CohortScope } from './cohort-scope.ts';

/** What staff do with cohorts, as the audit trail names it. */
export type CohortAct =
  | 'cohort.created'
  | 'cohort.changed'
  | 'cohort.published'
  | 'cohort.confirmed'
  | 'cohort.confirmation-withdrawn'
  | 'cohort.cancelled'
  | 'cohort.moved'
  | 'cohort.reminded'
  | 'cohort.mailed'
  | 'cohort.removed'
  | 'cohort.roster-exported';

/** Who acts, for the audit trail. */
export const byStaff = (staff: SignedInStaff, reason?: string): Runner['by'] => ({
  actor: actorOf(staff),
  staffId: staff.id,
  reason,
});

/** Who runs cohorts: with what they see, and for the audit trail. */
export interface Runner {
  scope: CohortScope;
  by: AuditedBy & { staffId: string };
}

/** The signed-in person who runs cohorts. */
export const runnerOf = ({ staff, scope }: { staff: SignedInStaff; scope: CohortScope }, reason?: string): Runner => ({
  scope,
  by: byStaff(staff, reason),
});

/**
 * Adds an act on a cohort to the audit trail, in the transaction of the act: an entry of each of its partners, so that
 * their staff find it.
 */
export async function recordCohortAct(
  tx: Transaction,
  {
    cohort,
    ...act
  }: AuditedBy & { action: CohortAct; cohort: { id: string; partners: readonly string[] | null }; note?: string },
): Promise<void> {
  for (const partner of cohort.partners ?? [null])
    await recordEntry(tx, { ...act, siteId: enrolmentSite, partner, subject: cohort.id });
}

/** Acts that a cohort's page shows. */
const mostActs = 100;

/** Acts of staff on a cohort, the newest first: those of partners in scope, and those of no partner. */
export async function listCohortActs(
  db: Database,
  { partners }: CohortScope,
  cohortId: string,
): Promise<CohortEntry[]> {
  const of = { siteId: enrolmentSite, partners, subject: cohortId, limit: mostActs * partnerCodes.length };
  const entries = await listEntriesAbout(db, of);
  const acts = entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  // One act has an entry of each partner, all of one transaction.
  return [...new Map(acts.map((act) => [JSON.stringify({ ...act, id: '' }), act])).values()].slice(0, mostActs);
}
