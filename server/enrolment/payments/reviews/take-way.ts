import type { ConfirmableLevel, MatterWay } from '../../../../contract/console/matter-schemas.ts';
import { partners } from '../../../../shared/partners.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { queueMail } from '../../../platform/mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { returnStrangersPaymentJob } from '../../job-kinds.ts';
import { confirmLevel } from '../../progress/progress.ts';
import type { EnrolmentServices } from '../../services.ts';
import { seatPaid, type WhenFull } from '../checkouts/take-money.ts';
import { queueMoneyMail } from '../mails/payment-mails.ts';
import { hasReturnedAll } from '../orders/order-states.ts';
import { findOrder, updateOrder } from '../orders/orders.store.ts';
import { insertRefund, listPayments, returnedElsewhere, triedAgain, type RefundingStaff } from '../payments.store.ts';
import { endEnrolment, moveToCohort, queueRefund, refundOrder } from '../refunds/refunds.ts';
import type { OrderMoney } from './matter-facts.ts';
import { unconfirmedMail } from './unconfirmed-mail.ts';
import { creditOf } from './ways-out.ts';

/** A way that was decided, with what it is about. */
interface Taking {
  matter: { reviewId: string | null };
  decision: {
    way: MatterWay;
    cohortId?: string | undefined;
    startDate?: string | undefined;
    educationLevel?: ConfirmableLevel | undefined;
    reference?: string | undefined;
  };
  /** Locked; undefined for a matter of no order. */
  money: OrderMoney | undefined;
  /** Who decided, and why: their refunds say so. */
  staff: RefundingStaff;
  whenFull: WhenFull;
}

type Take = (services: EnrolmentServices, tx: Transaction, taking: Taking) => Promise<void>;

/** Does what a way says, by the rules of payments, seats and progress, in the caller's transaction. */
export const takeWay: Take = (services, tx, taking) => takes[taking.decision.way](services, tx, taking);

const nothing: Take = async () => undefined;

/** An unknown payment is refunded by a job, everything else by the order's own rules. */
const payBack: Take = async (services, tx, { matter, money, staff }) =>
  money
    ? refundOrder(services, tx, money.order, { source: 'staff', reason: 'staff-decision', staff })
    : addJob(tx, returnStrangersPaymentJob, { reviewId: matter.reviewId! }, { key: matter.reviewId! });

const takes: Record<MatterWay, Take> = {
  accept: (services, tx, taking) => accept(services, tx, taking, false),
  'accept-and-return': (services, tx, taking) => accept(services, tx, taking, true),
  async move(services, tx, { decision, money }) {
    const { cohortId, startDate } = decision;
    if (cohortId === undefined) throw new Refusal('cohort-not-found');
    await moveToCohort(services, tx, money!.order, { cohortId, startDate });
  },
  async confirm({ membership }, tx, { decision, money }) {
    if (decision.educationLevel === undefined) throw new Refusal('way-not-open');
    const { memberId } = money!.order;
    await confirmLevel(tx, membership, { memberId, level: decision.educationLevel });
  },
  'not-confirmed': mailUnconfirmed,
  'pay-back': payBack,
  async retry(services, tx, taking) {
    if (!taking.money) return payBack(services, tx, taking);
    const decision = { source: 'staff', reason: triedAgain, staff: taking.staff } as const;
    for (const owed of taking.money.owed) await queueRefund(tx, { ...owed, ...decision });
  },
  'returned-elsewhere': noteReturned,
  keep: nothing,
  note: nothing,
  seen: nothing,
};

/** Takes what was paid for the order's payment: the order asks for it from now on, and what is missing stays open. */
async function accept(
  services: EnrolmentServices,
  tx: Transaction,
  { money, staff, whenFull }: Taking,
  isSurplusReturned: boolean,
): Promise<void> {
  const { order, facts } = money!;
  const { amountCents, balanceCents, surplusCents } = creditOf(facts, isSurplusReturned);
  await updateOrder(tx, order.id, { amountCents, balanceCents });
  await returnSurplus(tx, order.id, { surplusCents, staff });
  await seatPaid(services, tx, { ...order, amountCents, balanceCents }, whenFull);
}

async function returnSurplus(
  tx: Transaction,
  orderId: string,
  { surplusCents, staff }: Pick<Taking, 'staff'> & { surplusCents: number },
): Promise<void> {
  let leftCents = surplusCents;
  for (const { id, refundableCents } of await listPayments(tx, orderId)) {
    const amountCents = Math.min(leftCents, refundableCents);
    if (amountCents <= 0) continue;
    await queueRefund(tx, { paymentId: id, amountCents, source: 'staff', reason: 'paid-too-much', staff });
    leftCents -= amountCents;
  }
}

/** Writes down that the money went back by another way; where that is all of it, enrolment ends as with any refund. */
async function noteReturned(
  services: EnrolmentServices,
  tx: Transaction,
  { matter, decision, money, staff }: Taking,
): Promise<void> {
  if (decision.reference === undefined) throw new Refusal('way-not-open');
  const { order, owed } = money!;
  for (const each of owed)
    await insertRefund(tx, { ...each, source: 'staff', reason: returnedElsewhere, staff }, 'succeeded');
  const after = (await findOrder(tx, order.id))!;
  const news = 'returned-elsewhere';
  if (hasReturnedAll(after) && order.state !== 'refunded')
    return endEnrolment(services, tx, { before: order, after, failures: owed.length, news });
  // One part after the other may fail and be paid another way.
  await queueMoneyMail(services, tx, { order: after, news, occasion: matter.reviewId! });
}

async function mailUnconfirmed(services: EnrolmentServices, tx: Transaction, { matter, money }: Taking): Promise<void> {
  const { order } = money!;
  const member = await services.membership.findMember(tx, order.memberId);
  if (!member) return;
  const { reference } = order;
  const news = { reference, reviewId: matter.reviewId!, to: member.email, appUrl: services.appUrl };
  await queueMail(services, tx, { ...unconfirmedMail(partners[order.partner], news), memberId: member.id });
}
