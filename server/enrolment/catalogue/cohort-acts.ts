import { actorOf } from '../../platform/audit/actor-of.ts';
import type { CohortEntry } from '../../../contract/console/cohorts-schemas.ts';
import { listEntriesAbout, recordEntry, type AuditedBy } from '../../platform/audit/audit.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { SignedInStaff } from '../../platform/http/serve.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import type { CohortScope } from './cohort-scope.ts';
import type { CohortRecord } from './cohorts.ts';

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

/** Adds an entry about a cohort, in the transaction of the act. One of a single partner names it, for the partner's staff. */
export const recordCohortAct = (
  tx: Transaction,
  { cohort, ...act }: AuditedBy & { action: CohortAct; cohort: Pick<CohortRecord, 'id' | 'partners'>; note?: string },
): Promise<void> =>
  recordEntry(tx, {
    ...act,
    siteId: enrolmentSite,
    partner: cohort.partners?.length === 1 ? cohort.partners[0] : null,
    subject: cohort.id,
  });

/** Entries that a cohort's page shows. */
const mostEntries = 100;

/** What staff did with a cohort, the newest entry first: not what staff of partners beyond the scope did for theirs alone. */
export async function listCohortActs(
  db: Database,
  { partners }: CohortScope,
  cohortId: string,
): Promise<CohortEntry[]> {
  const of = { siteId: enrolmentSite, partners, subject: cohortId, limit: mostEntries };
  const entries = await listEntriesAbout(db, of);
  return entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}
