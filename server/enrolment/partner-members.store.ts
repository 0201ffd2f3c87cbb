import { sql } from 'kysely';
import { amountInCurrency } from '../platform/database/amount.ts';
import type { Condition } from '../platform/lists/conditions.ts';

/**
 * Members who have to do with one of these partners: by the page on which they made their account, by an order, whatever
 * became of it, or by the form that made their account. For staff who were given partners.
 */
export const areOfPartners = (memberId: Condition, partners: readonly string[]): Condition => sql`(
  exists (select from member made where made.id = ${memberId} and made.partner = any(${partners}::text[]))
  or exists (select from enrolment_order o where o.member_id = ${memberId} and o.partner = any(${partners}::text[]))
  or exists (select from lead l where l.member_id = ${memberId} and l.partner = any(${partners}::text[])))`;

/** The same members as a select of their ids, by the indexes of partners. */
export const idsOfPartners = (partners: readonly string[]): Condition => sql`
  select made.id from member made where made.partner = any(${partners}::text[])
  union all select o.member_id from enrolment_order o where o.partner = any(${partners}::text[])
  union all select l.member_id from lead l where l.partner = any(${partners}::text[])`;

const money = (cents: string) => amountInCurrency('o.currency', cents);

/** What a member ordered, paid and got back with these partners, in the columns of a timeline. */
export function orderHistory(memberId: string, partners: 'all' | readonly string[]): Condition {
  const own = sql`o.member_id = ${memberId} and ${partners === 'all' ? sql`true` : sql`o.partner = any(${partners}::text[])`}`;
  return sql`
    select o.id, o.created_at, 'order', 'order.placed', o.reference || ', ' || o.course, '', null
      from enrolment_order o where ${own}
    union all
    select p.id, p.received_at, 'order', 'order.paid', o.reference || ', ' || ${money('p.amount_cents')}, '', null
      from enrolment_order o join payment p on p.order_id = o.id where ${own}
    union all
    select r.id, r.created_at, 'order', 'order.refunded', o.reference || ', ' || ${money('r.amount_cents')}, '', null
      from enrolment_order o join payment p on p.order_id = o.id join refund r on r.payment_id = p.id where ${own}`;
}
