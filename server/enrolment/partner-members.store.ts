import { sql } from 'kysely';
import type { Condition } from '../platform/lists/conditions.ts';

/**
 * Members who have to do with one of these partners: by the page on which they made their account, by an order, whatever
 * became of it, or by the form that made their account. For staff who were given partners.
 */
export const areOfPartners = (memberId: Condition, partners: readonly string[]): Condition => sql`(
  exists (select from member made where made.id = ${memberId} and made.partner = any(${partners}::text[]))
  or exists (select from enrolment_order o where o.member_id = ${memberId} and o.partner = any(${partners}::text[]))
  or exists (select from lead l where l.member_id = ${memberId} and l.partner = any(${partners}::text[])))`;
