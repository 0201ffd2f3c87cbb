import { sql } from 'kysely';
import type { MovementKind } from '../../../../contract/console/order-care-schemas.ts';
import type { PartnerCode } from '../../../../shared/partners.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Condition } from '../../../platform/lists/conditions.ts';
import { takenCents } from '../payments.store.ts';

/** Money that moved for an order. */
export interface Movement {
  /** Of its kind, unique among all. */
  id: string;
  /** Text of the database, to the microsecond, for the next page. */
  atText: string;
  at: Date;
  kind: MovementKind;
  reference: string;
  partner: PartnerCode;
  /** Negative for money that went back. */
  cents: number;
  currency: string;
  /** Of the payment or refund at the card provider; null for a refund it has not confirmed. */
  providerId: string | null;
  memberId: string;
}

/** Whose money, and of which days in which zone. */
export interface MovementSpan {
  partners: readonly PartnerCode[];
  /** `YYYY-MM-DD`, the last one included. */
  from: string;
  until: string;
  /** IANA */
  zone: string;
}

/** Movements that one statement reads. */
const readAtOnce = 2_000;

/** All movements of a span in their order, page by page: none is held longer than its page, and no transaction. */
export async function* readMovements(db: Database, span: MovementSpan): AsyncGenerator<Movement[]> {
  let after: Movement | undefined;
  do {
    const page: Movement[] = await listMovements(db, span, after);
    if (page.length > 0) yield page;
    after = page.length === readAtOnce ? page.at(-1) : undefined;
  } while (after);
}

async function listMovements(db: Database, span: MovementSpan, after: Movement | undefined): Promise<Movement[]> {
  const { partners, from, until, zone } = span;
  const part = (
    kind: MovementKind,
    of: { id: Condition; at: Condition; cents: Condition; provider: Condition; rows: Condition },
  ) => sql`
    (select ${of.id} as id, ${of.at} as at, ${kind} as kind, o.reference, o.partner, (${of.cents})::int as cents, p.currency,
      ${of.provider} as "providerId", o.member_id as "memberId"
    from ${of.rows} join enrolment_order o on o.id = p.order_id
    where o.partner = any(${partners}::text[])
      and ${of.at} >= ${from}::date::timestamp at time zone ${zone}
      and ${of.at} < (${until}::date + 1)::timestamp at time zone ${zone}
      ${after ? sql`and ${of.at} >= ${after.atText}::timestamptz and (${of.at}, ${of.id}) > (${after.atText}::timestamptz, ${after.id})` : sql``}
    order by 2, 1 limit ${sql.lit(readAtOnce)})`;
  const { rows } = await sql<Movement>`
    select id, at::text as "atText", at, kind, reference, partner, cents, currency, "providerId", "memberId" from (
      ${part('payment', {
        id: sql`p.id`,
        at: sql`p.received_at`,
        cents: sql`p.amount_cents`,
        provider: sql`p.provider_payment_id`,
        rows: sql`payment p`,
      })}
      union all ${part('refund', {
        id: sql`r.id`,
        at: sql`s.settled_at`,
        cents: sql`-r.amount_cents`,
        provider: sql`r.provider_refund_id`,
        rows: sql`refund_settlement s join refund r on r.id = s.refund_id join payment p on p.id = r.payment_id`,
      })}
      union all ${part('refund', {
        id: sql`r.id`,
        at: sql`r.created_at`,
        cents: sql`-r.amount_cents`,
        provider: sql`r.provider_refund_id`,
        rows: sql`(select * from refund where state = 'succeeded'
          and not exists (select from refund_settlement where refund_id = refund.id)) r join payment p on p.id = r.payment_id`,
      })}
      union all ${part('refund-returned', {
        id: sql`r.id || ':returned'`,
        at: sql`s.returned_at`,
        cents: sql`r.amount_cents`,
        provider: sql`r.provider_refund_id`,
        rows: sql`refund_settlement s join refund r on r.id = s.refund_id join payment p on p.id = r.payment_id`,
      })}
      union all ${part('dispute', {
        id: sql`p.id || ':dispute'`,
        at: sql`p.taken_at`,
        cents: sql`-${takenCents}`,
        provider: sql`p.provider_payment_id`,
        rows: sql`(select d.*, coalesce(d.dispute_lost_at, of.updated_at) as taken_at
          from payment d join enrolment_order of on of.id = d.order_id where d.dispute_lost) p`,
      })}) w
    order by at, id limit ${sql.lit(readAtOnce)}`.execute(db);
  return rows;
}
