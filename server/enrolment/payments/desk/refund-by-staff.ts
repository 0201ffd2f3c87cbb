import type { PolicyGround, RefundTerms } from '../../../../contract/console/order-care-schemas.ts';
import { isPermitted } from '../../../../contract/permissions.ts';
import type { OrderState } from '../../../../contract/payments.ts';
import { formatInCurrency } from '../../../../shared/format.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { authorOf } from '../../../platform/notes/notes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { getCohort } from '../../catalogue/cohorts.ts';
import type { EnrolmentServices } from '../../services.ts';
import { queueMoneyMail } from '../mails/payment-mails.ts';
import { lockOrder, type OrderRecord } from '../orders/orders.store.ts';
import { hasRequested, listPayments, triedAgain, type PaymentRecord } from '../payments.store.ts';
import { judgeRefund, type PolicyFacts } from '../refunds/refund-policy.ts';
import { beginRefunds, refundOrder, type RefundDecision } from '../refunds/refunds.ts';
import { recordOrderAct, requireOrder, type DeskAct } from './require-order.ts';

/** States in which staff may refund: there is money, and no checkout that may still bring some. */
const refundableStates: readonly OrderState[] = ['paid', 'unseated', 'review', 'refunded'];
/** Paid without a seat: the order ends with the decision, so a part would leave the rest without one. */
const endingStates: readonly OrderState[] = ['unseated'];

/** What can go back of an order in this state. */
export const refundableOf = ({ state }: Pick<OrderRecord, 'state'>, payments: readonly PaymentRecord[]): number =>
  refundableStates.includes(state) ? payments.reduce((sum, { refundableCents }) => sum + refundableCents, 0) : 0;

/** What can go back of an order, what the policy says, and what ends with it. @throws Refusal order-not-found */
export async function readRefundTerms(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  { staff, scope, orderId }: DeskAct,
): Promise<RefundTerms> {
  const order = await requireOrder(db, scope, orderId);
  const mayBeyond = isPermitted(staff.role, 'refund-beyond-policy');
  return { ...(await termsOf(db, order, clock.now())), mayBeyond };
}

async function termsOf(db: Database, order: OrderRecord, now: Date): Promise<Omit<RefundTerms, 'mayBeyond'>> {
  const { state, currency, paidCents, refundedCents, cohortId } = order;
  const payments = await listPayments(db, order.id);
  const refundableCents = refundableOf(order, payments);
  const { cancelledAt } = await getCohort(db, cohortId, now);
  const keptCents = payments.reduce(
    (sum, each) => sum + (each.isDisputeLost ? 0 : each.amountCents - each.lostCents),
    0,
  );
  return {
    currency: payments[0]?.currency ?? currency,
    paidCents,
    refundedCents,
    pendingCents: Math.max(
      0,
      keptCents - refundedCents - payments.reduce((sum, each) => sum + each.refundableCents, 0),
    ),
    refundableCents,
    ...judgeRefund({ state, refundableCents, run: runOf(order, cancelledAt) }),
    mayPart: !endingStates.includes(state),
    endsEnrolment: state === 'paid',
  };
}

/** Whether the refund policy gives an order's money back. Requires the order's lock. */
export const isWithinPolicy = async (tx: Transaction, order: OrderRecord, now: Date): Promise<boolean> =>
  (await termsOf(tx, order, now)).ground !== null;

function runOf({ movedFrom }: OrderRecord, cancelledAt: Date | null): PolicyFacts['run'] {
  if (cancelledAt !== null) return 'cancelled';
  return movedFrom === null ? 'as-chosen' : 'moved';
}

/** A refund that a person on the staff asks for. */
export interface StaffRefund {
  requestKey: string;
  amountCents: number;
  /** What could go back as they have read it. */
  refundableCents: number;
  /** Why the policy gave it back as they have read it; undefined where they were not asked. */
  ground?: PolicyGround | null | undefined;
  reason: string;
}

/**
 * Refunds all of an order or a part, as staff decide. Idempotent by the request's key; of two persons at once the second is
 * told. A seat stays until the provider has paid all money back (`applyRefunds`), so a refund that fails costs no
 * student their seat.
 *
 * @throws Refusal order-not-found, changed-meanwhile, refund-not-possible, refund-too-large, refund-beyond-policy
 */
export async function refundByStaff(
  services: EnrolmentServices,
  { staff, scope, orderId }: DeskAct,
  wish: StaffRefund,
): Promise<void> {
  const found = await requireOrder(services.db, scope, orderId);
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    const order = await lockOrder(tx, orderId);
    if (await hasRequested(tx, orderId, wish.requestKey)) return;
    const terms = await termsOf(tx, order, services.clock.now());
    requireWithin(terms, wish);
    if (wish.amountCents > terms.policyCents && !isPermitted(staff.role, 'refund-beyond-policy'))
      throw new Refusal('refund-beyond-policy');
    const { requestKey, amountCents, reason: note } = wish;
    const decision: RefundDecision = {
      source: 'staff',
      // Just what had failed is paid once more; another amount is another refund, and what failed stays owed.
      reason: amountCents === order.failedCents ? triedAgain : 'staff-decision',
      staff: { ...authorOf(staff), note, requestKey },
    };
    const isWhole = amountCents === terms.refundableCents;
    const amount = formatInCurrency(terms.currency, amountCents);
    const act = { action: 'order.refunded', note: isWhole ? `${amount}, the rest` : amount, reason: note } as const;
    await recordOrderAct(tx, staff, order, act);
    if (endingStates.includes(order.state)) return refundOrder(services, tx, order, decision);
    const backCents = await beginRefunds(tx, orderId, { decision, mostCents: amountCents });
    const news = order.state === 'paid' && !isWhole ? 'refund-part' : 'refund-started';
    await queueMoneyMail(services, tx, { order, news, backCents, occasion: requestKey });
  });
}

/** @throws Refusal changed-meanwhile, refund-not-possible, refund-too-large */
function requireWithin(
  { refundableCents, ground, mayPart }: Pick<RefundTerms, 'refundableCents' | 'ground' | 'mayPart'>,
  wish: StaffRefund,
): void {
  // A student who has just taken another cohort in place of a cancelled one would lose that, too.
  const isAsRead = wish.refundableCents === refundableCents && (wish.ground === undefined || wish.ground === ground);
  if (!isAsRead) throw new Refusal('changed-meanwhile', { extras: { refundableCents } });
  if (refundableCents === 0) throw new Refusal('refund-not-possible');
  if (wish.amountCents > refundableCents) throw new Refusal('refund-too-large');
  if (!mayPart && wish.amountCents < refundableCents)
    throw new Refusal('refund-not-possible', {
      message: 'This order has no seat: all of its money goes back, or none.',
    });
}
