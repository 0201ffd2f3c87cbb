import { sql } from 'kysely';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/conditions.ts';
import { selectCohorts, type CohortRecord } from './cohorts.store.ts';

/** Whether a cohort is for one of these partners, its own or one for all. */
export const isForPartners = (partners: readonly string[]): Condition =>
  sql`(cohort.partners is null or cohort.partners && ${partners}::text[])`;

/** Condition of the cohorts in a scope. */
export const cohortsInScope = ({ partners }: Pick<StaffScope, 'partners'>): Condition[] =>
  partners === 'all' ? [] : [isForPartners(partners)];

/** Condition of the orders `o` of partners in scope. */
export const ordersInScope = ({ partners }: Pick<StaffScope, 'partners'>): Condition =>
  partners === 'all' ? sql`true` : sql`o.partner = any(${partners}::text[])`;

/** Cohorts in scope, of these ids. */
export async function findCohortsInScope(
  db: Database,
  { ids, scope, now }: { ids: readonly string[]; scope: Pick<StaffScope, 'partners'>; now: Date },
): Promise<CohortRecord[]> {
  const [inScope = sql`true`] = cohortsInScope(scope);
  return selectCohorts(db, now)
    .where(sql<boolean>`cohort.id = any(${ids}::text[]) and ${inScope}`)
    .execute();
}

/** Whether a cohort has orders, and how many of its seats are taken by students of partners out of scope. */
export async function readOrdersOf(
  db: Database,
  cohortId: string,
  scope: Pick<StaffScope, 'partners'>,
): Promise<{ hasOrders: boolean; seatsElsewhere: number }> {
  const { rows } = await sql<{ hasOrders: boolean; seatsElsewhere: number }>`
    select exists (select from enrolment_order o where o.cohort_id = ${cohortId}) as "hasOrders",
      (select count(*)::int from seat_claim s join enrolment_order o on o.id = s.order_id
        where s.cohort_id = ${cohortId} and (s.state = 'consumed' or (s.state = 'live' and s.expires_at > now()))
          and not ${ordersInScope(scope)}) as "seatsElsewhere"`.execute(db);
  return rows[0]!;
}
