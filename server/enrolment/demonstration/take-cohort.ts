import { transaction } from '../../platform/database/database.ts';
import { changeCohort, cohortState, hasFreeSeat, listCohorts, type CohortRecord } from '../catalogue/cohorts.ts';
import { releaseSeat } from '../catalogue/seats.ts';
import { startCheckout } from '../payments/checkouts/checkout.ts';
import { confirmPayment } from '../payments/checkouts/confirm-payment.ts';
import { cancelCheckouts } from '../payments/checkouts/end-order.ts';
import { findOrder } from '../payments/orders/orders.ts';
import { applyRefunds, listPayments } from '../payments/refunds/refunds.ts';
import type { EnrolmentServices } from '../services.ts';
import type { IntakeEnd, PlannedStudent } from './intake-plan.ts';

/** Pays a checkout of the card sandbox as at its page. @param card its number */
export type Payer = (checkoutId: string, card: string) => Promise<void>;

/** Test cards: one that pays at once, one whose payment settles later. */
const cards = { atOnce: '4242424242424242', later: '4000002500001001' } as const;
const ordering: readonly IntakeEnd[] = ['turned-back', 'paying', 'settling', 'unseated', 'paid', 'refunded'];

interface Taking {
  memberId: string;
  student: PlannedStudent;
  payer: Payer;
}

/** Chooses a cohort or goes to pay for it, as far as the student comes. The clock of the services says when. */
export async function takeCohort(services: EnrolmentServices, taking: Taking): Promise<void> {
  const { memberId, student } = taking;
  const { end } = student;
  if (end !== 'chosen' && !ordering.includes(end)) return;
  const cohort = await findCohortFor(services, student);
  if (!cohort) return;
  if (end === 'chosen') {
    await transaction(services.db, (tx) =>
      services.membership.setServerFields(tx, memberId, { 'selected-cohort': cohort.id }),
    );
    return;
  }
  const { orderId } = await startCheckout(services, {
    memberId,
    partner: student.partner,
    cohortId: cohort.id,
    paymentType: student.paymentType,
    acknowledged: true,
    network: `demonstration ${student.number}`,
  });
  if (end === 'turned-back') return cancelCheckouts(services, memberId);
  if (end === 'unseated') return payTooLate(services, { orderId, cohort, taking });
  if (end !== 'paying') await pay(services, orderId, taking);
}

/** The next cohort of the student's course and mode that has a seat. */
async function findCohortFor(
  { db, clock }: EnrolmentServices,
  { partner, course, mode }: PlannedStudent,
): Promise<CohortRecord | undefined> {
  const now = clock.now();
  return (await listCohorts(db, now, partner)).find(
    (cohort) =>
      cohort.course === course &&
      cohort.mode === mode &&
      cohort.startDate !== null &&
      cohortState(cohort, now) === 'open' &&
      hasFreeSeat(cohort),
  );
}

async function pay(services: EnrolmentServices, orderId: string, { student, payer }: Taking): Promise<void> {
  const { sessionId } = (await findOrder(services.db, orderId))!;
  await payer(sessionId!, student.end === 'settling' ? cards.later : cards.atOnce);
  await confirmPayment(services, sessionId!);
  if (student.end === 'refunded') await payBack(services, orderId);
}

/** Staff give the money back at the card provider, and we hear of it. */
async function payBack(services: EnrolmentServices, orderId: string): Promise<void> {
  for (const { id, providerPaymentId: paymentId, amountCents } of await listPayments(services.db, orderId)) {
    await services.cards.refund({ paymentId, amountCents, key: `demonstration-${id}`, reason: 'requested' });
    await applyRefunds(services, paymentId);
  }
}

/** The hold has ended and the cohort fills before the payment: paid without a seat. */
async function payTooLate(
  services: EnrolmentServices,
  { orderId, cohort, taking }: { orderId: string; cohort: CohortRecord; taking: Taking },
): Promise<void> {
  const { db, clock } = services;
  await transaction(db, (tx) => releaseSeat(tx, orderId));
  const { seatsTaken, capacity } = (await listCohorts(db, clock.now())).find(({ id }) => id === cohort.id)!;
  await changeCohort(db, cohort.id, { capacity: seatsTaken }, clock.now());
  await pay(services, orderId, taking);
  await changeCohort(db, cohort.id, { capacity }, clock.now());
}
