import { sql } from 'kysely';
import type { MemberStep } from '../../../contract/console/members-schemas.ts';
import type { Condition } from '../../platform/lists/conditions.ts';

const hasOrder = (memberId: Condition, condition = sql`true`) =>
  sql`exists (select from enrolment_order placed where placed.member_id = ${memberId} and ${condition})`;
const hasPassed = (memberId: Condition) =>
  sql`exists (select from eligibility_check c where c.member_id = ${memberId} and c.outcome = 'preapproved')`;

/**
 * Whether a member has come as far as a step on the way to enrolment: passed the check, chosen a seat, paid for it. Who
 * has come further has come as far.
 */
export const hasReached = (memberId: Condition, step: MemberStep): Condition => {
  if (step === 'paid') return hasOrder(memberId, sql`placed.paid_at is not null`);
  return step === 'chosen' ? hasOrder(memberId) : sql`(${hasPassed(memberId)} or ${hasOrder(memberId)})`;
};
