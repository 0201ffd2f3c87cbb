import { sql } from 'kysely';
import type { MemberStep, SeatsMeant } from '../../contract/console/members-schemas.ts';
import { allOf, type Condition } from '../platform/lists/conditions.ts';

const hasOrder = (memberId: Condition, condition = sql`true`) =>
  sql`exists (select from enrolment_order placed where placed.member_id = ${memberId} and ${condition})`;
const hasPassed = (memberId: Condition) =>
  sql`exists (select from eligibility_check c where c.member_id = ${memberId} and c.outcome = 'preapproved')`;

/** An order of one of these seats. @param order the alias of its table */
export const isOfSeats = (order: Condition, { courses, cohorts }: SeatsMeant): Condition =>
  allOf([
    ...(courses ? [sql`${order}.course = any(${courses}::text[])`] : []),
    ...(cohorts ? [sql`${order}.cohort_id = any(${cohorts}::text[])`] : []),
  ]);

/**
 * Whether a member has come as far as a step on the way to enrolment: passed the check, chosen a seat, paid for it. Who
 * has come further has come as far.
 *
 * @param of which seat was chosen and paid for; to pass the check is about none
 */
export const hasReached = (memberId: Condition, step: MemberStep, of: SeatsMeant = {}): Condition => {
  const isMeant = isOfSeats(sql`placed`, of);
  if (step === 'paid') return hasOrder(memberId, sql`placed.paid_at is not null and ${isMeant}`);
  return step === 'chosen' ? hasOrder(memberId, isMeant) : sql`(${hasPassed(memberId)} or ${hasOrder(memberId)})`;
};
