import { sql } from 'kysely';

/** The reason of a refund that tries once more to pay what an earlier one could not. */
export const triedAgain = 'tried-again';

/** The reason of a refund that staff made by another way than the card provider, which knows nothing of it. */
export const returnedElsewhere = 'returned-elsewhere';

/** Cents of a payment `p` neither refunded, nor in a pending refund, nor taken back by the bank. */
export const refundableCents = sql<number>`(case when p.dispute_lost and p.dispute_part_cents is null then 0 else
  greatest(0, p.amount_cents - coalesce(p.dispute_part_cents, 0) - (select coalesce(sum(amount_cents), 0)::int
    from refund where payment_id = p.id and state in ('requested', 'pending', 'succeeded'))) end)`;

/**
 * Whether an order `o` has money that is not on its way back. Not `exists`, for which the planner may hash all payments.
 */
export const hasMoneyLeft = sql<boolean>`coalesce((select true from payment p
  where p.order_id = o.id and ${refundableCents} > 0 limit 1), false)`;

/**
 * Cents of a payment `p` that refunds failed to pay back, and that were neither tried again nor paid another way: of each
 * refund, not of the newest alone. A try that fails too counts once, and one that is
 * cancelled is none.
 */
export const failedCents = sql<number>`greatest(0, least(${refundableCents}, (select coalesce(sum(
    case when state = 'failed' then amount_cents else 0 end
    - case when reason in (${sql.lit(triedAgain)}, ${sql.lit(returnedElsewhere)}) and state <> 'canceled'
        then amount_cents else 0 end), 0)::int
  from refund where payment_id = p.id)))`;

/**
 * Cents that the bank took of a payment `p` by lost disputes. In a row from before migration 0083 that is all that refunds to the
 * card had left, unless a part is recorded.
 */
export const takenCents = sql<number>`coalesce(p.dispute_taken_cents, p.dispute_part_cents, greatest(0, p.amount_cents - (
  select coalesce(sum(amount_cents), 0) from refund
  where payment_id = p.id and state = 'succeeded' and reason <> ${sql.lit(returnedElsewhere)})))::int`;
