import type { ShownOrder } from '../../../../contract/console/order-care-schemas.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import { getCohort } from '../../catalogue/cohorts.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { EnrolmentServices } from '../../services.ts';
import { nameOf } from '../../students.ts';
import { moneyBackOf } from '../orders/order-states.ts';
import type { OrderRecord } from '../orders/orders.store.ts';
import { isEnding, refundDueOf } from '../orders/orders.ts';
import { listPayments, listRefundsOfOrder, type PaymentRecord, type RefundRecord } from '../payments.store.ts';
import { isAmountAccepted, readSeat } from './desk.store.ts';
import { canMoveSeat } from './move-order-by-staff.ts';
import { refundableOf } from './refund-by-staff.ts';
import { requireOrder } from './require-order.ts';
import { hasReceipt } from './send-receipt.ts';

/** An order with its money and what staff may do about it. @throws Refusal order-not-found */
export async function showOrder(
  services: EnrolmentServices,
  scope: Pick<StaffScope, 'partners'>,
  orderId: string,
): Promise<ShownOrder> {
  const { db, clock, membership } = services;
  const order = await requireOrder(db, scope, orderId);
  const { id, name } = await getCohort(db, order.cohortId, clock.now());
  const member = await membership.findMember(db, order.memberId);
  const payments = await listPayments(db, orderId);
  const refunds = await listRefundsOfOrder(db, orderId);
  return {
    ...factsOf(order),
    siteId: enrolmentSite,
    student: member ? nameOf(member.fields) || member.email : null,
    cohort: { id, name },
    ...(await readSeat(db, orderId)),
    acknowledgedCents: await findAcknowledged(db, order),
    payments: payments.map(showPayment),
    refunds: refunds.map(showRefund),
    refundDueAt: refundDueOf(order, await isEnding(db, order)),
    allows: {
      refund: refundableOf(order, payments) > 0,
      transfer: member !== undefined && canMoveSeat(order, payments),
      receipt: member !== undefined && hasReceipt(order),
    },
  };
}

/**
 * The fee that the student accepted. Staff may have taken another amount for it since: of an order in full the rest is its
 * balance, of a deposit it is not kept.
 */
async function findAcknowledged(
  db: Database,
  { id, paymentType, amountCents, balanceCents }: OrderRecord,
): Promise<number | null> {
  if (paymentType === 'full') return amountCents + balanceCents;
  return (await isAmountAccepted(db, id)) ? null : amountCents;
}

type Facts = Omit<
  ShownOrder,
  'siteId' | 'student' | 'cohort' | 'seat' | 'acknowledgedCents' | 'payments' | 'refunds' | 'refundDueAt' | 'allows'
>;

const factsOf = (order: OrderRecord): Facts => ({
  id: order.id,
  reference: order.reference,
  memberId: order.memberId,
  partner: order.partner,
  course: order.course,
  state: order.state,
  heldUntil: order.holdExpiresAt?.toISOString() ?? null,
  paymentType: order.paymentType,
  currency: order.currency,
  amountCents: order.amountCents,
  balanceCents: order.balanceCents,
  discountCents: order.discountCents,
  paidCents: order.paidCents,
  refundedCents: order.refundedCents,
  moneyBack: moneyBackOf(order),
  acknowledgedAt: order.acknowledgedAt.toISOString(),
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
});

const showPayment = ({ id, providerPaymentId, amountCents, currency, receivedAt, ...dispute }: PaymentRecord) => ({
  id,
  providerPaymentId,
  amountCents,
  currency,
  receivedAt: receivedAt.toISOString(),
  isDisputeLost: dispute.isDisputeLost,
  lostCents: dispute.lostCents,
});

const showRefund = ({ id, amountCents, state, source, reason, decidedBy, note, createdAt }: RefundRecord) => ({
  id,
  amountCents,
  state,
  source,
  reason,
  decidedBy,
  note,
  createdAt: createdAt.toISOString(),
});
