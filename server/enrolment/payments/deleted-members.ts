import { formatAmount } from '../../../shared/format.ts';
import { partners } from '../../../shared/partners.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { getCohort } from '../catalogue/cohorts.ts';
import { releaseSeat } from '../catalogue/seats.ts';
import { closeCheckoutsJob } from '../job-kinds.ts';
import { isStanding, type StandingState } from './order-states.ts';
import type { EnrolmentServices } from '../services.ts';
import { listStandingOrders, lockOrder, type OrderRecord } from './orders.store.ts';
import { listPayments } from './payments.store.ts';
import { refundOrder } from './refunds.ts';

/** What a deletion does to an order in one state, and how staff are told of it before. */
interface AtDeletion {
  settle(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void>;
  /** @param told the amount ordered and the cohort's name */
  means(told: { amount: string; cohort: string }): string;
}

/** The order itself stays as open as its checkout is at the provider: money that comes all the same must find it. */
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
    // There will be no one to choose another cohort, so the 72 hours are not waited for.
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
 * What becomes of a member's orders in the transaction that deletes them. No seat is held for an account that is gone,
 * and money that has bought nothing goes back. Money that has bought a seat is left to staff: that an account was
 * deleted does not say that the student leaves the class. Orders are kept, with an id that leads nowhere, because money
 * may still come for them and every payment has to be accounted for.
 */
export async function settleOrdersOfDeleted(
  services: EnrolmentServices,
  tx: Transaction,
  memberId: string,
): Promise<void> {
  for (const { id } of await listStandingOrders(tx, memberId)) await settleOne(services, tx, id);
  // Whatever the provider could not be asked to end before, and a card page that was still being made.
  await addJob(tx, closeCheckoutsJob, { memberId });
}

async function settleOne(services: EnrolmentServices, tx: Transaction, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (isStanding(order.state)) await atDeletion[order.state].settle(services, tx, order);
}

/**
 * Makes up for a deletion that did not settle an order: by a process of a version without that duty, which may run
 * beside this one while the product is updated. Safe to repeat.
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

/** What a deletion would mean for a member's money and seats: one sentence for each order that stands. */
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
