import { formatAmount } from '../../../../shared/format.ts';
import { partners } from '../../../../shared/partners.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { noteForReview } from '../../../platform/reviews.ts';
import { getCohort } from '../../catalogue/cohorts.ts';
import { releaseSeat } from '../../catalogue/seats.ts';
import { closeCheckoutsJob } from '../../job-kinds.ts';
import { isStanding, type StandingState } from '../orders/order-states.ts';
import type { EnrolmentServices } from '../../services.ts';
import { listStandingOrders, lockOrder, type OrderRecord } from '../orders/orders.store.ts';
import { listPayments } from '../payments.store.ts';
import { deleteOrderNotes } from '../desk/desk.store.ts';
import { refundOrder } from './refunds.ts';

/** The effect of a member's deletion on an order in one state, and the sentence that announces it to staff. */
interface AtDeletion {
  settle(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void>;
  /** @param told the amount ordered and the cohort's name */
  means(told: { amount: string; cohort: string }): string;
}

/** Releases the seat but keeps the order open as long as its checkout: a late payment must still find it. */
const giveSeatBack: AtDeletion['settle'] = (_services, tx, { id }) => releaseSeat(tx, id);

const unpaid: AtDeletion = {
  settle: giveSeatBack,
  means: ({ cohort }) =>
    `A card page is open for ${cohort}. It ends, the seat is given back, and a payment made at that moment is refunded or listed under reviews.`,
};

const atDeletion: Record<StandingState, AtDeletion> = {
  draft: unpaid,
  'awaiting-payment': unpaid,
  processing: {
    settle: giveSeatBack,
    means: ({ amount, cohort }) =>
      `A bank is processing ${amount} for ${cohort}. The seat is given back now, and the money is refunded when it comes.`,
  },
  unseated: {
    // The member can no longer choose another cohort, so the refund does not wait for `unseatedRefundHours`.
    settle: (services, tx, order) => refundOrder(services, tx, order, { source: 'automatic', reason: 'member-gone' }),
    means: ({ amount, cohort }) => `${amount} was paid after ${cohort} had filled. It is refunded at once.`,
  },
  paid: {
    settle: (_services, tx, order) =>
      askStaff(tx, order, 'was enrolled. The seat stays taken until the money is refunded'),
    means: ({ amount, cohort }) =>
      `${amount} was paid for a seat in ${cohort}. Money and seat stay until staff decide: "reviews" lists it.`,
  },
  review: {
    async settle(_services, tx, order) {
      await releaseSeat(tx, order.id);
      await askStaff(tx, order, 'had paid another amount than ordered. No seat is held');
    },
    means: ({ cohort }) =>
      `Another amount than ordered was paid for ${cohort}. The seat is given back; staff decide about the money: "reviews" lists it.`,
  },
};

/**
 * Settles a member's orders in the transaction that deletes them: holds are released, unseated payments refunded. A
 * paid seat is left to staff, because deleting an account does not say that the student leaves the class. Orders
 * outlive their member (decision 0020): a late payment must find one, and the books need every payment.
 */
export async function settleOrdersOfDeleted(
  services: EnrolmentServices,
  tx: Transaction,
  memberId: string,
): Promise<void> {
  for (const { id } of await listStandingOrders(tx, memberId)) await settleOne(services, tx, id);
  await deleteOrderNotes(tx, memberId);
  // For checkouts that the provider failed to expire before, and one whose creation was in flight.
  await addJob(tx, closeCheckoutsJob, { memberId });
}

async function settleOne(services: EnrolmentServices, tx: Transaction, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (isStanding(order.state)) await atDeletion[order.state].settle(services, tx, order);
}

/**
 * Settles an order that a deletion left unsettled: during a rolling update, a process of an older version may delete
 * members without settling. Idempotent.
 */
export async function settleMissedDeletion(
  services: EnrolmentServices,
  { id, memberId }: Pick<OrderRecord, 'id' | 'memberId'>,
): Promise<void> {
  const isDone = await transaction(services.db, async (tx) => {
    if (await services.membership.lockIfThere(tx, memberId)) return false;
    await settleOne(services, tx, id);
    return true;
  });
  if (isDone) services.log.warn({ order: id }, 'settled an order of a member who had been deleted without that');
}

/** Announces the effect of a deletion on money and seats: one sentence for each standing order. */
export async function explainDeletion(services: EnrolmentServices, memberId: string): Promise<string[]> {
  const { db, clock } = services;
  const sentences: string[] = [];
  for (const { state, reference, cohortId, partner, amountCents } of await listStandingOrders(db, memberId)) {
    const { name } = await getCohort(db, cohortId, clock.now());
    const amount = formatAmount(partners[partner], amountCents);
    if (isStanding(state)) sentences.push(`${reference}: ${atDeletion[state].means({ amount, cohort: name })}`);
  }
  return sentences;
}

async function askStaff(tx: Transaction, order: OrderRecord, standing: string): Promise<void> {
  const payments = (await listPayments(tx, order.id)).map(({ providerPaymentId }) => providerPaymentId);
  await noteForReview(tx, {
    kind: 'deleted-member-paid',
    subject: order.id,
    note: `${order.reference}: a member who ${standing}, and the account was deleted. To pay the money back, refund ${payments.join(' and ') || 'the payment'} at the card provider.`,
  });
}
