import type { OpenWay } from '../../../../contract/console/matter-schemas.ts';
import type { OrderState } from '../../../../contract/payments.ts';

/** What the ways out of a matter depend on. */
export interface MatterFacts {
  /** The kind of the review, or `unseated`, `dispute`, `cohort`. */
  about: string;
  /** Undefined for a matter of no order. */
  order: OrderFacts | undefined;
  /** What is left of an unknown payment, in cents; undefined while the provider has not answered. */
  strangersCents?: number | undefined;
  /** A dispute about a payment of which something is owed is open. */
  isDisputed: boolean;
  /** The matter is about a checkout of the provider that is not ours. */
  isOfStranger: boolean;
}

/** The order of a matter. */
export interface OrderFacts {
  state: OrderState;
  amountCents: number;
  balanceCents: number;
  paidCents: number;
  /** Received and not gone back, nor on its way back. */
  keptCents: number;
  /** What a failed refund still owes. */
  owedCents: number;
  isMemberThere: boolean;
  /** Money for the order still buys a seat in its run. */
  takesPlace: boolean;
  /** Paid in the currency that was asked for, and the bank has not taken the money back. */
  isAcceptable: boolean;
  /** Another order of the member has been paid. */
  hasOther: boolean;
}

const way = (name: OpenWay['way'], { backCents = 0, openCents = 0 } = {}): OpenWay => ({
  way: name,
  backCents,
  openCents,
});
const seen = [way('seen')];

/** What of a payment counts, and what is over: the course is never paid beyond its price. */
export function creditOf(
  { amountCents, balanceCents, keptCents }: Pick<OrderFacts, 'amountCents' | 'balanceCents' | 'keptCents'>,
  isSurplusReturned: boolean,
): { amountCents: number; balanceCents: number; surplusCents: number } {
  const priceCents = amountCents + balanceCents;
  const credited = Math.min(keptCents, isSurplusReturned ? amountCents : priceCents);
  return { amountCents: credited, balanceCents: priceCents - credited, surplusCents: keptCents - credited };
}

/**
 * The ways out of a matter that are open, each with the money it moves. Empty for what goes as it came: a dispute after
 * some days, a cohort with few students once it has more or has begun, a payment without a seat that goes back.
 */
export function waysOutOf(facts: MatterFacts): OpenWay[] {
  const { about, order } = facts;
  if (about === 'dispute' || about === 'cohort') return [];
  if (order && isGoingBack(order)) return about === 'unseated' && order.state === 'unseated' ? [] : seen;
  const found = waysByAbout[about]?.(facts) ?? (order ? seen : [way('note')]);
  return found.length > 0 ? found : seen;
}

/** All that was paid has gone or is on its way back: the order ends once it has arrived (decision 0078), and not before. */
const isGoingBack = ({ paidCents, keptCents }: OrderFacts): boolean => paidCents > 0 && keptCents === 0;

const waysByAbout: Readonly<Record<string, (facts: MatterFacts) => OpenWay[]>> = {
  'amount-differs': ({ order }) => (order ? waysOfDifference(order) : [way('note')]),
  unseated: ({ order }) => waysOfUnseated(order),
  'unseated-order': ({ order }) => waysOfUnseated(order),
  'refund-failed': ({ order, isDisputed, isOfStranger, strangersCents }) =>
    order ? waysOfDebt(order, isDisputed) : [...(isOfStranger ? payBack('retry', strangersCents) : []), way('note')],
  'unknown-payment': ({ strangersCents }) => [...payBack('pay-back', strangersCents), way('note')],
  'claimed-eligibility': ({ order }) =>
    order?.isMemberThere && order.state === 'paid' ? [way('confirm'), way('not-confirmed')] : seen,
  'deleted-member-paid': ({ order }) => (order ? waysOfKept(order) : [way('note')]),
  'dispute-lost-in-part': ({ order }) => (order ? waysOfKept(order) : [way('note')]),
};

/** Nothing is left to pay back where the provider says 0; where it has not answered, it says so when it is asked to. */
const payBack = (name: 'pay-back' | 'retry', cents: number | undefined): OpenWay[] =>
  cents === 0 ? [] : [way(name, { backCents: cents ?? 0 })];

function waysOfDifference(order: OrderFacts): OpenWay[] {
  if (order.state !== 'review') return seen;
  const { isMemberThere, takesPlace, isAcceptable, hasOther, keptCents } = order;
  const mayAccept = isMemberThere && takesPlace && isAcceptable && !hasOther && keptCents > 0;
  return [...(mayAccept ? waysToAccept(order) : []), way('pay-back', { backCents: keptCents })];
}

function waysToAccept(order: OrderFacts): OpenWay[] {
  const credited = creditOf(order, false);
  const returned = creditOf(order, true);
  return [
    ...(credited.surplusCents === 0 ? [way('accept', { openCents: credited.balanceCents })] : []),
    ...(returned.surplusCents > 0
      ? [way('accept-and-return', { backCents: returned.surplusCents, openCents: returned.balanceCents })]
      : []),
  ];
}

function waysOfUnseated(order: OrderFacts | undefined): OpenWay[] {
  if (order?.state !== 'unseated') return seen;
  return [
    ...(order.isMemberThere ? [way('move', { openCents: order.balanceCents })] : []),
    way('pay-back', { backCents: order.keptCents }),
  ];
}

/** A refund that is tried again waits for the dispute; money paid another way could go back twice. */
function waysOfDebt({ owedCents: backCents }: OrderFacts, isDisputed: boolean): OpenWay[] {
  if (backCents === 0) return seen;
  return [way('retry', { backCents }), ...(isDisputed ? [] : [way('returned-elsewhere', { backCents })])];
}

const waysOfKept = ({ state, keptCents }: OrderFacts): OpenWay[] =>
  state === 'paid' || state === 'review' ? [way('pay-back', { backCents: keptCents }), way('keep')] : seen;
