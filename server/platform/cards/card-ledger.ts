import type Stripe from 'stripe';
import type { CardCalls } from './card-calls.ts';
import type { TimeSpan } from './card-events.ts';
import { fromSeconds, idOf, toSeconds } from './card-values.ts';

/** A movement of money in the provider's own books. */
export interface LedgerEntry {
  /** Of the payment, the refund or the dispute. */
  id: string;
  /** The payment that it is, or is about; null for one that the provider does not name. */
  paymentId: string | null;
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  createdAt: Date;
  /** What the seller wrote on it: our order's id, say. */
  metadata: Record<string, string>;
}

/** The provider's books of a stretch of time, newest first, page by page. */
export interface CardLedger {
  /** Payments that were made. */
  listPaid(span: TimeSpan): AsyncIterable<LedgerEntry>;
  /** Refunds that are on their way or done; those that failed are none. */
  listReturned(span: TimeSpan): AsyncIterable<LedgerEntry>;
  /** Disputes that the bank decided against the seller, by the time they were opened. */
  listTakenBack(span: TimeSpan): AsyncIterable<LedgerEntry>;
}

/** Builds the reads of the provider's books on a connection. */
export function buildLedger({ stripe, call }: CardCalls): CardLedger {
  return {
    listPaid: (span) =>
      readPages(
        span,
        (asked) => call(() => stripe.charges.list(asked)),
        (charge) =>
          charge.paid ? entryOf(charge, idOf(charge.payment_intent), idOf(charge.payment_intent)) : undefined,
      ),
    listReturned: (span) =>
      readPages(
        span,
        (asked) => call(() => stripe.refunds.list(asked)),
        (refund) =>
          refund.status === 'failed' || refund.status === 'canceled'
            ? undefined
            : entryOf(refund, refund.id, idOf(refund.payment_intent)),
      ),
    listTakenBack: (span) =>
      readPages(
        span,
        (asked) => call(() => stripe.disputes.list(asked)),
        (dispute) =>
          dispute.status === 'lost' ? entryOf(dispute, dispute.id, idOf(dispute.payment_intent)) : undefined,
      ),
  };
}

/** What the three kinds of objects have in common. */
interface Moved {
  id: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Stripe.Metadata | null;
}

const entryOf = (moved: Moved, id: string | null, paymentId: string | null): LedgerEntry => ({
  id: id ?? moved.id,
  paymentId,
  amountCents: moved.amount,
  currency: moved.currency.toUpperCase(),
  createdAt: fromSeconds(moved.created),
  metadata: moved.metadata ?? {},
});

interface PageAsked {
  created: Stripe.RangeQueryParam;
  limit: number;
  starting_after?: string;
}

async function* readPages<T extends { id: string }>(
  { from, until }: TimeSpan,
  list: (asked: PageAsked) => Promise<Stripe.ApiList<T>>,
  read: (each: T) => LedgerEntry | undefined,
): AsyncGenerator<LedgerEntry> {
  const created = { gte: toSeconds(from), ...(until && { lt: toSeconds(until) }) };
  let after: string | undefined;
  do {
    const page = await list({ created, limit: 100, ...(after && { starting_after: after }) });
    for (const each of page.data) {
      const entry = read(each);
      if (entry) yield entry;
    }
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
}
