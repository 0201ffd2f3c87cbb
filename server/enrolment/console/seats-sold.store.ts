import { sql } from 'kysely';
import type { Condition } from '../../platform/lists/conditions.ts';

/** How many seats of a cohort are paid for. @param cohortId the expression with its id */
export const soldSeats = (cohortId: Condition): Condition =>
  sql`(select count(*)::int from seat_claim s where s.cohort_id = ${cohortId} and s.state = 'consumed')`;
