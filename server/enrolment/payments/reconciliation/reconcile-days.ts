import {
  mostCompared,
  mostDaysCompared,
  type Difference,
  type Movement as MovementKind,
  type Reconciled,
} from '../../../../contract/console/reconciliation.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { LedgerEntry } from '../../../platform/cards/card-ledger.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findNewestReview } from '../../../platform/reviews.ts';
import type { EnrolmentServices } from '../../services.ts';
import { compareBooks, type Movement } from './compare-books.ts';
import {
  listOrdersBehind,
  listRecordedLosses,
  listRecordedPayments,
  listRecordedRefunds,
  type Day,
  type Recorded,
} from './recorded.store.ts';

const dayMs = 86_400_000;
/** Single look-ups of one comparison: movements that one side alone has are few, or something is badly wrong. */
const mostLookedUp = 25;

/** What is compared, for whom. */
export interface DaysAsked {
  /** The first day, of UTC, `2026-11-27`. */
  day: string;
  /** The last day. */
  until: string;
  what: MovementKind;
  /** One partner alone. */
  partner?: string | undefined;
}

/**
 * Compares the provider's books of some days with ours. A movement counts on the day that the provider has it on: what we
 * heard of on these days and happened on another is left to that one.
 *
 * @throws Refusal payment-provider-unavailable, invalid-request for days that end before they begin, and for too many
 */
export async function reconcileDays(
  services: EnrolmentServices,
  { partners }: Pick<StaffScope, 'partners'>,
  asked: DaysAsked,
): Promise<Reconciled> {
  const from = new Date(`${asked.day}T00:00:00Z`);
  const day = { from, until: new Date(Date.parse(asked.until) + dayMs) };
  const days = (day.until.getTime() - from.getTime()) / dayMs;
  if (days < 1) throw new Refusal('invalid-request', { message: 'The last day is before the first.' });
  if (days > mostDaysCompared)
    throw new Refusal('invalid-request', { message: `At most ${mostDaysCompared} days are compared at once.` });
  const isSeen = ({ partner }: Movement) =>
    (partners === 'all' || partner !== null) && (asked.partner === undefined || partner === asked.partner);
  const { entries, isWhole } = await readLedger(services, asked.what, day);
  const provider = (await nameOrders(services, entries, partners)).filter(isSeen);
  const wanted = { ids: entries.map(({ id }) => id), day, partners };
  const recorded = (await readOurs(services, asked.what, wanted)).filter(isSeen);
  const { ours, areAllLookedUp } =
    asked.what === 'disputes'
      ? await leaveOtherDisputes(services, { recorded, provider })
      : await leaveOtherDays(services, asked.what, { recorded, provider, isWhole });
  const compared = compareBooks(provider, ours);
  const differences = await Promise.all(
    compared.differences.slice(0, mostLookedUp).map((each) => nameMatter(services, each)),
  );
  return {
    day: asked.day,
    until: asked.until,
    what: asked.what,
    isWhole: isWhole && areAllLookedUp && compared.differences.length <= mostLookedUp,
    partners: compared.partners,
    differences,
  };
}

async function readLedger(
  { cards }: EnrolmentServices,
  what: MovementKind,
  day: Day,
): Promise<{ entries: LedgerEntry[]; isWhole: boolean }> {
  const list = { payments: cards.listPaid, refunds: cards.listReturned, disputes: cards.listTakenBack }[what];
  const entries: LedgerEntry[] = [];
  let isWhole = true;
  for await (const entry of list(day)) {
    if (entries.length === mostCompared) {
      isWhole = false;
      break;
    }
    entries.push(entry);
  }
  return { entries: what === 'disputes' ? sumByPayment(entries) : entries, isWhole };
}

/** Lost disputes take a payment back, or each a part of it: both sides know what they took by the payment. */
function sumByPayment(disputes: readonly LedgerEntry[]): LedgerEntry[] {
  const sums = new Map<string, LedgerEntry>();
  for (const dispute of disputes) {
    const id = dispute.paymentId ?? dispute.id;
    sums.set(id, { ...dispute, id, amountCents: dispute.amountCents + (sums.get(id)?.amountCents ?? 0) });
  }
  return [...sums.values()];
}

/** Says whose money it is: of no order, too, where the order is out of scope. Money for plans is no part of these books. */
async function nameOrders(
  { db, membership }: EnrolmentServices,
  entries: LedgerEntry[],
  partners: StaffScope['partners'],
): Promise<Movement[]> {
  const paymentIds = entries.flatMap(({ paymentId }) => paymentId ?? []);
  const orderIds = entries.flatMap(({ metadata }) => metadata['order_id'] ?? []);
  const behind = await listOrdersBehind(db, { paymentIds, orderIds, partners });
  const orders = new Map(behind.map((order) => [order.key, order]));
  const ofPlans = new Set(await membership.listPlanPayments(db, paymentIds));
  return entries
    .filter(({ paymentId }) => paymentId === null || !ofPlans.has(paymentId))
    .map(({ id, paymentId, metadata, amountCents, currency, createdAt }) => {
      const order = orders.get(paymentId ?? '') ?? orders.get(metadata['order_id'] ?? '');
      return {
        id,
        partner: order?.partner ?? null,
        orderId: order?.orderId ?? null,
        reference: order?.reference ?? null,
        amountCents,
        currency,
        at: createdAt,
      };
    });
}

async function readOurs(
  { db }: EnrolmentServices,
  what: MovementKind,
  wanted: { ids: string[]; day: Day; partners: StaffScope['partners'] },
): Promise<Recorded[]> {
  if (what === 'disputes') return listRecordedLosses(db, wanted);
  return (what === 'payments' ? listRecordedPayments : listRecordedRefunds)(db, wanted);
}

/**
 * Leaves out what the provider has on another day: it is asked for each movement of ours that its list has not, up to
 * `mostLookedUp`. Of a list that was cut off nothing can be said to be missing.
 */
async function leaveOtherDays(
  { cards }: EnrolmentServices,
  what: Exclude<MovementKind, 'disputes'>,
  { recorded, provider, isWhole }: { recorded: Recorded[]; provider: Movement[]; isWhole: boolean },
): Promise<{ ours: Recorded[]; areAllLookedUp: boolean }> {
  const listed = new Set(provider.map(({ id }) => id));
  const missing = recorded.filter(({ id }) => !listed.has(id));
  const isElsewhere = async ({ id, paymentId, isAsked }: Recorded): Promise<boolean> => {
    if (!isAsked) return false;
    if (what === 'payments') return (await cards.findPayment(id)) !== undefined;
    return (await cards.listRefunds(paymentId)).some((refund) => refund.id === id);
  };
  const looked = isWhole ? missing.slice(0, mostLookedUp) : [];
  const lost = new Set<string>();
  for (const each of looked) if (!(await isElsewhere(each))) lost.add(each.id);
  const ours = recorded.filter(({ id }) => listed.has(id) || lost.has(id));
  return { ours, areAllLookedUp: looked.length === missing.length };
}

/** Leaves out of a sum of lost disputes what the provider has on another day: it is asked where ours is more. */
async function leaveOtherDisputes(
  { cards }: EnrolmentServices,
  { recorded, provider }: { recorded: Recorded[]; provider: Movement[] },
): Promise<{ ours: Recorded[]; areAllLookedUp: boolean }> {
  const taken = new Map(provider.map(({ id, amountCents }) => [id, amountCents]));
  const beyond = recorded.filter(({ id, amountCents }) => amountCents > (taken.get(id) ?? amountCents));
  const looked = beyond.slice(0, mostLookedUp);
  const known = new Set<string>();
  for (const { id, amountCents } of looked) if ((await cards.sumLost(id)) === amountCents) known.add(id);
  const ours = recorded.map((each) => (known.has(each.id) ? { ...each, amountCents: taken.get(each.id)! } : each));
  return { ours, areAllLookedUp: looked.length === beyond.length };
}

/** Money of no order of ours may have a matter: that of its checkout. */
async function nameMatter({ db, cards }: EnrolmentServices, difference: Difference): Promise<Difference> {
  if (difference.orderId !== null || !difference.id.startsWith('pi_')) return difference;
  const checkout = await cards.findCheckoutOfPayment(difference.id);
  const review = checkout && (await findNewestReview(db, { kind: 'unknown-payment', subject: checkout.id }));
  return { ...difference, matterId: review?.id ?? null };
}
