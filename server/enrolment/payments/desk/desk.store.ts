import { sql } from 'kysely';
import {
  orderTimelineList,
  type OrderEntry,
  type ShownOrder,
} from '../../../../contract/console/order-care-schemas.ts';
import { amountInCurrency } from '../../../platform/database/amount.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { comparing, type Condition } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';
import { mailStateInTimeline } from '../../../platform/mail-state.ts';
import { returnedElsewhere, takenCents } from '../payments.store.ts';

/** The seat of an order: confirmed, held by a checkout, or none. */
export async function readSeat(db: Database, orderId: string): Promise<Pick<ShownOrder, 'seat'>> {
  const { rows } = await sql<Pick<ShownOrder, 'seat'>>`
    select case when state = 'consumed' then 'taken' when state = 'live' and expires_at > now() then 'held' else 'none' end
      as seat from seat_claim where order_id = ${orderId}`.execute(db);
  return rows[0] ?? { seat: 'none' };
}

/** Whether staff have taken what was paid for what the order asked for. */
export async function isAmountAccepted(db: Database, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_item where subject = ${orderId} and kind = 'amount-differs' and resolution = 'accept' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Deletes what staff noted about a member's orders, which outlive the member (decision 0020). */
export async function deleteOrderNotes(tx: Transaction, memberId: string): Promise<void> {
  await sql`delete from order_note where order_id in (select id from enrolment_order where member_id = ${memberId})`.execute(
    tx,
  );
}

/** Of a refund `r`: the card provider knows nothing of it, and it was made when it was written down. */
const isElsewhere = sql`r.reason = ${sql.lit(returnedElsewhere)}`;
const amount = (cents: string) => amountInCurrency('p.currency', cents);

/**
 * What happened about an order. Each part is found along an index by the order, its payments or its member, and is bounded
 * by what is kept of it. Of a mail the subject alone is read.
 */
const happened = (orderId: string): Condition => sql`(
  select o.id || ':placed' as id, o.created_at as at, 'order' as kind, 'order.placed' as title, '' as detail, '' as actor,
    null as reason from enrolment_order o where o.id = ${orderId}
  union all
  select p.id, p.received_at, 'money', 'payment.received', ${amount('p.amount_cents')}, '', null
    from payment p where p.order_id = ${orderId}
  union all
  select p.id || ':dispute', p.dispute_lost_at, 'money', 'dispute.lost', ${amount('p.lost_cents')}, '', null
    from (select p.*, ${takenCents} as lost_cents from payment p) p
    where p.order_id = ${orderId} and p.dispute_lost_at is not null
  union all
  select r.id, r.created_at, 'money', case when ${isElsewhere} then 'refund.elsewhere' else 'refund.' || r.source end,
    ${amount('r.amount_cents')}, coalesce(r.decided_by, ''), r.note
    from payment p join refund r on r.payment_id = p.id where p.order_id = ${orderId}
  union all
  select r.id || ':settled', s.settled_at, 'money', 'refund.settled', ${amount('r.amount_cents')}, '', null
    from payment p join refund r on r.payment_id = p.id join refund_settlement s on s.refund_id = r.id
    where p.order_id = ${orderId} and not ${isElsewhere}
  union all
  select r.id || ':failed', coalesce(s.returned_at, r.updated_at), 'money', 'refund.failed', ${amount('r.amount_cents')}, '', null
    from payment p join refund r on r.payment_id = p.id left join refund_settlement s on s.refund_id = r.id
    where p.order_id = ${orderId} and r.state in ('failed', 'canceled')
  union all
  select e.id, e.received_at, 'event', e.type, '', '', null from provider_event e where e.id in (
    select id from provider_event where provider_payment_id = any(array(
      select provider_payment_id from payment where order_id = ${orderId}))
    union all
    select id from provider_event where object_id = any(array(
      select session_id from enrolment_order where id = ${orderId}
      union all select provider_payment_id from payment where order_id = ${orderId})))
  union all
  select m.id, m.created_at, 'mail', m.subject, ${mailStateInTimeline}, '', null
    from enrolment_order o join mail_outbox m on m.member_id = o.member_id
    where o.id = ${orderId} and m.recipient <> '' and split_part(m.dedupe_key, ':', 2) = o.id
  union all
  select 'act_' || a.id, a.created_at, 'act', a.action, a.note, a.actor, a.reason
    -- Its refund stands there itself, with person and reason.
    from audit_entry a where a.subject = ${orderId} and a.action <> 'order.refunded'
  union all
  select w.id, w.created_at, 'matter', w.kind, w.note, '', null from review_item w where w.subject = ${orderId}) t`;

/** The timeline of an order, which is in scope, as a list. */
export const orderTimelineSource = (orderId: string): ListSource<typeof orderTimelineList, OrderEntry> => ({
  list: orderTimelineList,
  from: happened(orderId),
  id: sql`t.id`,
  where: () => [],
  sorts: { at: { by: sql`t.at`, type: 'moment' } },
  filters: { at: comparing(sql`t.at`), kind: comparing(sql`t.kind`) },
  async read(db, ids) {
    const { rows } = await sql<Omit<OrderEntry, 'at'> & { at: Date }>`
      select * from ${happened(orderId)} where t.id = any(${ids}::text[])`.execute(db);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  },
  cells: {
    at: ({ at }) => at,
    kind: ({ kind }) => kind,
    title: ({ title }) => title,
    detail: ({ detail }) => detail || null,
    actor: ({ actor }) => actor || null,
  },
});
