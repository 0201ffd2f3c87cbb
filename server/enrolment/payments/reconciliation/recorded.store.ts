import { sql } from 'kysely';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import { returnedElsewhere, takenCents } from '../payments.store.ts';

/** A movement of money in our books. */
export interface Recorded {
  /** The provider's id; ours for a refund that the provider was not asked for yet. */
  id: string;
  /** The provider's id of the payment. */
  paymentId: string;
  /** Whether the provider has been asked, so that it must know it. */
  isAsked: boolean;
  orderId: string;
  reference: string;
  partner: string;
  amountCents: number;
  currency: string;
  at: Date;
}

/** A day of UTC, from its first moment to the next day's. */
export interface Day {
  from: Date;
  until: Date;
}

/** What to find: movements by the provider's ids, and those that we wrote down on a day. */
interface Wanted {
  ids: readonly string[];
  day: Day;
  partners: StaffScope['partners'];
}

/** The scope of the person who asks, in each statement. */
const inScope = (partners: StaffScope['partners']) =>
  partners === 'all' ? sql`true` : sql`o.partner = any(${partners}::text[])`;

const ofOrder = sql`o.id as "orderId", o.reference, o.partner`;

/** Payments by the provider's ids, and those of a day. */
export const listRecordedPayments = async (db: Database, { ids, day, partners }: Wanted): Promise<Recorded[]> =>
  (
    await sql<Recorded>`
      select p.provider_payment_id as id, p.provider_payment_id as "paymentId", true as "isAsked", ${ofOrder},
        p.amount_cents as "amountCents", p.currency, p.received_at as at
      from payment p join enrolment_order o on o.id = p.order_id
      where ${inScope(partners)} and (p.provider_payment_id = any(${ids}::text[])
        or (p.received_at >= ${day.from} and p.received_at < ${day.until}))`.execute(db)
  ).rows;

/** Refunds by the provider's ids, and those of a day: not those that failed, nor those made by another way. */
export const listRecordedRefunds = async (db: Database, { ids, day, partners }: Wanted): Promise<Recorded[]> =>
  (
    await sql<Recorded>`
      select coalesce(r.provider_refund_id, r.id) as id, p.provider_payment_id as "paymentId",
        r.provider_refund_id is not null as "isAsked", ${ofOrder}, r.amount_cents as "amountCents", p.currency,
        r.created_at as at
      from refund r join payment p on p.id = r.payment_id join enrolment_order o on o.id = p.order_id
      where ${inScope(partners)} and r.state in ('requested', 'pending', 'succeeded') and r.reason <> ${returnedElsewhere}
        and (r.provider_refund_id = any(${ids}::text[])
          or (r.created_at >= ${day.from} and r.created_at < ${day.until}))`.execute(db)
  ).rows;

/** What banks took back of payments, by the provider's ids of these payments. */
export const listRecordedLosses = async (db: Database, { ids, partners }: Omit<Wanted, 'day'>): Promise<Recorded[]> =>
  (
    await sql<Recorded>`
      select p.provider_payment_id as id, p.provider_payment_id as "paymentId", true as "isAsked", ${ofOrder},
        ${takenCents} as "amountCents", p.currency, o.updated_at as at
      from payment p join enrolment_order o on o.id = p.order_id
      where ${inScope(partners)} and p.provider_payment_id = any(${ids}::text[]) and p.dispute_lost`.execute(db)
  ).rows;

/** The order that a payment is for, by its record or by what we wrote on it at the provider. */
export interface KnownOrder {
  /** The provider's id of a payment, or the order's own. */
  key: string;
  orderId: string;
  reference: string;
  partner: string;
}

interface OrdersWanted {
  paymentIds: readonly string[];
  orderIds: readonly string[];
  partners: StaffScope['partners'];
}

/** Orders by the provider's ids of their payments, and by their own. */
export const listOrdersBehind = async (
  db: Database,
  { paymentIds, orderIds, partners }: OrdersWanted,
): Promise<KnownOrder[]> =>
  (
    await sql<KnownOrder>`
      select p.provider_payment_id as key, ${ofOrder} from payment p join enrolment_order o on o.id = p.order_id
      where ${inScope(partners)} and p.provider_payment_id = any(${paymentIds}::text[])
      union all
      select o.id, ${ofOrder} from enrolment_order o
      where ${inScope(partners)} and o.id = any(${orderIds}::text[])`.execute(db)
  ).rows;
