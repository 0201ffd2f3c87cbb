import { sql } from 'kysely';
import type { MemberStep } from '../../contract/console/members-schemas.ts';
import type { Condition } from '../platform/lists/conditions.ts';

/**
 * Members who have to do with one of these partners: by the page on which they made their account, by an order, whatever
 * became of it, or by the form that made their account. For staff who were given partners.
 */
export const areOfPartners = (memberId: Condition, partners: readonly string[]): Condition => sql`(
  exists (select from member made where made.id = ${memberId} and made.partner = any(${partners}::text[]))
  or exists (select from enrolment_order o where o.member_id = ${memberId} and o.partner = any(${partners}::text[]))
  or exists (select from lead l where l.member_id = ${memberId} and l.partner = any(${partners}::text[])))`;

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
