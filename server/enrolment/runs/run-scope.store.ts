import { sql } from 'kysely';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/conditions.ts';

/** The part of a staff scope that cohorts and orders are judged by. */
export type PartnerScope = Pick<StaffScope, 'partners'>;

/** Orders `o` of the partners in scope. */
export const ownOrders = ({ partners }: PartnerScope): Condition =>
  partners === 'all' ? sql`true` : sql`o.partner = any(${partners}::text[])`;

/** Whether a cohort is for students of a partner in scope: of all partners, or of some of these. */
export async function isCohortInScope(db: Database, { partners }: PartnerScope, cohortId: string): Promise<boolean> {
  const seen =
    partners === 'all'
      ? sql`true`
      : sql`(c.partners && ${partners}::text[] or (c.partners is null and cardinality(${partners}::text[]) > 0))`;
  const { rows } = await sql`select from cohort c where c.id = ${cohortId} and ${seen}`.execute(db);
  return rows.length > 0;
}

/** Whether a cohort is for students of partners in scope alone, and has no others. */
export async function isCohortOwn(db: Database, { partners }: PartnerScope, cohortId: string): Promise<boolean> {
  if (partners === 'all') return true;
  const { rows } = await sql`
    select from cohort c where c.id = ${cohortId} and c.partners <@ ${partners}::text[] and not exists (
      select from seat_claim s join enrolment_order o on o.id = s.order_id
      where s.cohort_id = c.id and s.state in ('live', 'consumed') and not o.partner = any(${partners}::text[]))`.execute(
    db,
  );
  return rows.length > 0;
}
