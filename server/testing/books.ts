import type { TestDatabase } from './database.ts';

interface Entry {
  id: string;
  received: number | null;
  refunded: number | null;
  lost: number;
  recorded: number | null;
  recordedRefunds: number | null;
  /** Gone back by another way, of which the provider knows nothing. */
  returnedElsewhere: number;
  state: string | null;
  isMemberThere: boolean;
  isRefundDue: boolean;
  reviews: string[];
}

/** Each payment as the card provider has it, beside what enrolment has written down about it. */
const entries = `
  with provider as (
    select intent.id, (intent.data->>'amount_received')::int as received,
      (select coalesce(sum((refund.data->>'amount')::int), 0)::int from card_sandbox_object refund
        where refund.kind = 'refund' and refund.data->>'payment_intent' = intent.id
          and refund.data->>'status' = 'succeeded') as refunded,
      (select coalesce(sum((dispute.data->>'amount')::int), 0)::int from card_sandbox_object dispute
        where dispute.kind = 'dispute' and dispute.data->>'payment_intent' = intent.id
          and dispute.data->>'status' = 'lost') as lost
    from card_sandbox_object intent where intent.kind = 'payment_intent' and intent.data->>'status' = 'succeeded'
  ), ours as (
    select payment.provider_payment_id as id, payment.amount_cents as recorded,
      (select coalesce(sum(amount_cents), 0)::int from refund
        where payment_id = payment.id and state = 'succeeded' and reason <> 'returned-elsewhere') as "recordedRefunds",
      (select coalesce(sum(amount_cents), 0)::int from refund
        where payment_id = payment.id and state = 'succeeded' and reason = 'returned-elsewhere') as "returnedElsewhere",
      o.state, exists (select from member where id = o.member_id) as "isMemberThere",
      o.refund_due_at is not null as "isRefundDue",
      array(select kind from review_item where subject = o.id
        and (resolved_at is null or resolution = 'keep')) as reviews
    from payment join enrolment_order o on o.id = payment.order_id
  )
  select id, received, refunded, coalesce(lost, 0) as lost, recorded, "recordedRefunds",
    coalesce("returnedElsewhere", 0) as "returnedElsewhere", state,
    coalesce("isMemberThere", false) as "isMemberThere", coalesce("isRefundDue", false) as "isRefundDue",
    coalesce(reviews, '{}') as reviews
  from provider full join ours using (id) order by id`;

/** Seats that are taken or held for a member who is gone, by orders that have not paid for them. */
const ghosts = `
  select o.reference from seat_claim seat join enrolment_order o on o.id = seat.order_id
  where (seat.state = 'consumed' or (seat.state = 'live' and seat.expires_at > now())) and o.state <> 'paid'
    and not exists (select from member where id = seat.member_id)`;

/**
 * Compares the books of enrolment with the card provider's, payment by payment: what came in, what went back, and why
 * the rest is kept.
 *
 * @returns one sentence for each difference
 */
export async function findBookDifferences({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<Entry>(entries);
  const seats = await pool.query<{ reference: string }>(ghosts);
  return [
    ...rows.flatMap((entry) => differencesOf(entry).map((difference) => `${entry.id}: ${difference}`)),
    ...seats.rows.map(({ reference }) => `${reference}: a seat is held for a member who is gone`),
  ];
}

function differencesOf(entry: Entry): string[] {
  const { received, refunded, recorded, recordedRefunds } = entry;
  if (received === null) return ['we wrote down a payment the provider does not know'];
  if (recorded === null) return [`the provider has ${received}, we have written down nothing`];
  return [
    ...(received === recorded ? [] : [`the provider has ${received}, we have written down ${recorded}`]),
    ...(refunded === recordedRefunds ? [] : [`${refunded} went back, we have written down ${recordedRefunds}`]),
    ...(isAccountedFor(entry) ? [] : [`kept in state ${entry.state} without a reason`]),
  ];
}

/** Money is kept for a seat, for a decision of the member's that is awaited, or for one that stands on staff's list. */
function isAccountedFor({
  received,
  refunded,
  returnedElsewhere,
  lost,
  state,
  isMemberThere,
  isRefundDue,
  reviews,
}: Entry): boolean {
  const isKept = received! - refunded! - returnedElsewhere - lost > 0;
  if (!isKept) return state === 'refunded';
  if (state === 'paid') return isMemberThere || reviews.includes('deleted-member-paid');
  if (state === 'unseated') return isMemberThere && isRefundDue;
  if (state === 'review') return reviews.includes('amount-differs');
  return reviews.includes('refund-failed');
}
