import { sql } from 'kysely';
import { disputeDays } from '../../../../contract/console/matters.ts';
import type { MatterKind } from '../../../../contract/console/matter-kinds.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { RefundState } from '../orders/order-states.ts';

/** A matter as it is looked up by its id, open or not. */
export interface FoundMatter {
  id: string;
  kind: MatterKind;
  /** The kind of the review, else the kind again. */
  about: string;
  subject: string;
  note: string;
  at: Date;
  partners: string[] | null;
  orderId: string | null;
  cohortId: string | null;
  /** The review that keeps how the matter ends; null for one that ends by itself. */
  reviewId: string | null;
}

/**
 * A matter of the partners in scope, by its id: a review, an order that is or was unseated, a payment that a bank took back,
 * a cohort. Those of no order are for staff without a limit to their scope.
 *
 * @param now by which the days of a dispute are counted
 */
export async function findMatter(
  db: Database,
  { partners }: Pick<StaffScope, 'partners'>,
  { id, now }: { id: string; now: Date },
): Promise<FoundMatter | undefined> {
  const isOf = partners === 'all' ? sql`true` : sql`w.partners && ${partners}::text[]`;
  const ofAll =
    partners === 'all'
      ? sql`false`
      : sql`(w.kind = 'cohort' and w.partners is null and cardinality(${partners}::text[]) > 0)`;
  const { rows } = await sql<FoundMatter>`
    select w.* from (
      select r.id, 'payment' as kind, r.kind as about, r.subject, r.note, r.created_at as at,
        case when o.partner is not null then array[o.partner] end as partners, o.id as "orderId",
        c.id as "cohortId", r.id as "reviewId"
      from review_item r left join enrolment_order o on o.id = r.subject left join cohort c on c.id = r.subject
      where r.id = ${id}
      union all
      select o.id, 'unseated', 'unseated', o.id, '', coalesce(o.paid_at, o.updated_at), array[o.partner], o.id, null, r.id
      from enrolment_order o left join lateral (
        select id from review_item where subject = o.id and kind = 'unseated-order' order by created_at desc limit 1
      ) r on true
      where o.id = ${id} and (o.state = 'unseated' or r.id is not null)
      union all
      select p.id, 'dispute', 'dispute', o.id, '', o.updated_at, array[o.partner], o.id, null, null
      from payment p join enrolment_order o on o.id = p.order_id
      where p.id = ${id} and p.dispute_lost and p.dispute_part_cents is null
        and o.updated_at > ${now}::timestamptz - make_interval(days => ${disputeDays})
      union all
      select c.id, 'cohort', 'cohort', c.id, '', c.start_date::timestamp at time zone c.time_zone, c.partners, null, c.id, null
      from cohort c where c.id = ${id} and c.start_date is not null
    ) w where ${isOf} or ${ofAll} limit 1`.execute(db);
  return rows[0];
}

/** A payment of an order, as staff see it. */
export interface ShownPayment {
  id: string;
  amountCents: number;
  currency: string;
  at: Date;
  isTakenBack: boolean;
}

/** A refund of an order, as staff see it. */
export interface ShownRefund {
  id: string;
  amountCents: number;
  state: RefundState;
  source: string;
  reason: string;
  at: Date;
}

/** The payments of an order, oldest first. */
export const listShownPayments = async (db: Database, orderId: string): Promise<ShownPayment[]> =>
  (
    await sql<ShownPayment>`
      select provider_payment_id as id, amount_cents as "amountCents", currency, received_at as at,
        dispute_lost and dispute_part_cents is null as "isTakenBack"
      from payment where order_id = ${orderId} order by received_at, id`.execute(db)
  ).rows;

/** The refunds of an order, oldest first. */
export const listShownRefunds = async (db: Database, orderId: string): Promise<ShownRefund[]> =>
  (
    await sql<ShownRefund>`
      select r.id, r.amount_cents as "amountCents", r.state, r.source, r.reason,
        r.created_at as at
      from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId}
      order by r.created_at, r.id`.execute(db)
  ).rows;
