import type { StaffScope } from '../../../contract/permissions.ts';
import { partnerCodes, type PartnerCode } from '../../../shared/partners.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findCohortsInScope, ordersInScope, readOrdersOf } from './cohort-scope.store.ts';
import type { CohortRecord } from './cohorts.ts';

export { ordersInScope };

/** The scope by which cohorts are judged: the partners of the signed-in person. */
export type CohortScope = Pick<StaffScope, 'partners'>;

/**
 * A cohort in scope: for one of the partners in scope, or for all partners.
 *
 * @throws Refusal cohort-not-found, also for one beyond the scope
 */
export async function requireSeenCohort(
  db: Database,
  scope: CohortScope,
  { id, now }: { id: string; now: Date },
): Promise<CohortRecord> {
  const [cohort] = await findCohortsInScope(db, { ids: [id], scope, now });
  if (!cohort) throw new Refusal('cohort-not-found');
  return cohort;
}

/** Whether all partners of a cohort are in a scope. One for all partners is changed by staff without a limit alone. */
export const isWhollyInScope = ({ partners: seen }: CohortScope, partners: readonly string[] | null): boolean =>
  seen === 'all' || (partners !== null && partners.every((code) => seen.includes(code)));

/** Whether a cohort is seen: for one of the partners in scope, or for all partners. */
export const isSeen = ({ partners: seen }: CohortScope, partners: readonly string[] | null): boolean =>
  seen === 'all' || partners === null || partners.some((code) => seen.includes(code));

/** @throws Refusal cohort-beyond-scope for a cohort that is for other partners as well */
export function requireWhole(scope: CohortScope, { partners }: Pick<CohortRecord, 'partners'>): void {
  if (!isWhollyInScope(scope, partners)) throw new Refusal('cohort-beyond-scope');
}

/** @throws Refusal cohort-not-found, cohort-beyond-scope for one that is for other partners as well */
export async function requireChangeableCohort(
  db: Database,
  scope: CohortScope,
  of: { id: string; now: Date },
): Promise<CohortRecord> {
  const cohort = await requireSeenCohort(db, scope, of);
  requireWhole(scope, cohort);
  return cohort;
}

/**
 * Whether an act on all students of a cohort concerns none of partners beyond the scope: neither by whom the cohort is
 * for, nor by orders from before its partners were changed. Final under the cohort's lock alone.
 */
export const isOwnCohort = async (
  db: Database,
  scope: CohortScope,
  { id, partners }: Pick<CohortRecord, 'id' | 'partners'>,
): Promise<boolean> => isWhollyInScope(scope, partners) && (await readOrdersOf(db, id, scope)).seatsElsewhere === 0;

/**
 * A cohort whose students are all of partners in scope.
 *
 * @throws Refusal cohort-not-found, cohort-beyond-scope
 */
export async function requireOwnCohort(
  db: Database,
  scope: CohortScope,
  of: { id: string; now: Date },
): Promise<CohortRecord> {
  const cohort = await requireSeenCohort(db, scope, of);
  if (!(await isOwnCohort(db, scope, cohort))) throw new Refusal('cohort-beyond-scope');
  return cohort;
}

/** @throws Refusal partner-not-found, also for one beyond the scope */
export function requirePartner({ partners: seen }: CohortScope, code: string): PartnerCode {
  const known = partnerCodes.find((each) => each === code);
  if (known === undefined || (seen !== 'all' && !seen.includes(known))) throw new Refusal('partner-not-found');
  return known;
}

/**
 * Validates the partners of a cohort against the scope; in the order of their entries.
 *
 * @param codes null for all partners
 * @throws Refusal partner-not-found, cohort-beyond-scope for all partners where the scope has some
 */
export function requirePartners(scope: CohortScope, codes: readonly string[] | null): PartnerCode[] | null {
  if (codes === null) {
    if (scope.partners !== 'all') throw new Refusal('cohort-beyond-scope');
    return null;
  }
  const known = codes.map((code) => requirePartner(scope, code));
  return partnerCodes.filter((code) => known.includes(code));
}
