import type { Transaction } from '../../platform/database/database.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { isUnconfirmed, markEnrolled } from '../progress/progress.ts';
import { paidAtOf, paymentInfoOf } from './orders/orders.ts';
import type { EnrolmentServices } from '../services.ts';
import { moveOrder, type OrderRecord } from './orders/orders.store.ts';
import { queueMoneyMail } from './mails/payment-mails.ts';

/** The plan of enrolled members. Declared in the site's file; only a payment grants it. */
export const enrolledPlan = {
  planId: 'pln_enrolled',
  priceIds: { full: 'prc_enrolled_full', deposit: 'prc_enrolled_deposit' },
};

/** Paid and seated: order, fields, plan and mail. The seat has been taken before. */
export async function enrolMember(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  const { membership } = services;
  const paidAt = await paidAtOf(services, tx, order);
  await moveOrder(tx, order, 'paid', { paidAt, refundDueHours: null });
  await markEnrolled(tx, membership, order.memberId, await paymentInfoOf(tx, order, paidAt));
  await membership.grantPlan(tx, order.memberId, {
    planId: enrolledPlan.planId,
    payment: {
      priceId: enrolledPlan.priceIds[order.paymentType],
      amountCents: order.amountCents,
      currency: order.currency,
      status: 'paid',
      lastBilledAt: paidAt,
    },
  });
  await queueMoneyMail(services, tx, { order: { ...order, paidAt }, news: 'enrolled' });
  const member = await membership.findMember(tx, order.memberId);
  if (member && (await isUnconfirmed(tx, member)))
    await noteForReview(tx, {
      kind: 'claimed-eligibility',
      subject: order.id,
      note: 'The member says Admissions approved them. Confirm it before the course starts.',
    });
}
