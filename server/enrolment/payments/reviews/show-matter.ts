import type { MatterDecision, MatterDetail } from '../../../../contract/console/matter-schemas.ts';
import { personOf } from '../../../../contract/student-fields.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findReview } from '../../../platform/reviews.ts';
import { getCohort, listChoosable, seatsLeft, shownStart, type CohortRecord } from '../../catalogue/cohorts.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import { findCheckedLevel } from '../../progress/progress.ts';
import type { EnrolmentServices } from '../../services.ts';
import { findOrder, type OrderRecord } from '../orders/orders.store.ts';
import { isEnding, refundDueOf } from '../orders/orders.ts';
import { isOwedDisputed, readOrderMoney, type OrderMoney } from './matter-facts.ts';
import { findMatter, type FoundMatter } from './matters.store.ts';
import { waysOutOf } from './ways-out.ts';

/** Whether a matter is about a checkout at the provider that is not ours. */
export const isOfStranger = ({ subject }: Pick<FoundMatter, 'subject'>): boolean => subject.startsWith('cs_');

/**
 * A matter with all that is needed to decide it.
 *
 * @throws Refusal matter-not-found for none in scope
 */
export async function showMatter(
  services: EnrolmentServices,
  scope: Pick<StaffScope, 'partners'>,
  id: string,
): Promise<MatterDetail> {
  const { db, clock } = services;
  const now = clock.now();
  const matter = await findMatter(db, scope, { id, now });
  if (!matter) throw new Refusal('matter-not-found');
  const order = matter.orderId === null ? undefined : await findOrder(db, matter.orderId);
  const money = order && (await readOrderMoney(services, db, order));
  const cohort = matter.cohortId === null ? undefined : await getCohort(db, matter.cohortId, now);
  const provider = isOfStranger(matter) ? await unlessAway(askAboutStranger(services, matter.subject)) : undefined;
  const decided = await readDecision(services, matter, order);
  const owed = decided || matter.about !== 'refund-failed' ? [] : (money?.owed ?? []);
  const isDisputed = (await unlessAway(isOwedDisputed(services, owed))) ?? false;
  const ways = decided
    ? []
    : waysOutOf({
        about: matter.about,
        order: money?.facts,
        isDisputed,
        isOfStranger: isOfStranger(matter),
        strangersCents: provider && Math.max(0, provider.amountCents - provider.refundedCents - provider.lostCents),
      });
  const maySit = ways.some(({ way }) => way === 'move');
  return {
    id: matter.id,
    kind: matter.kind,
    about: matter.about,
    subject: matter.subject,
    partners: matter.partners,
    note: matter.note,
    at: matter.at.toISOString(),
    order: money ? await presentOrder(services, money) : null,
    payments: (money?.payments ?? []).map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() })),
    refunds: (money?.refunds ?? []).map(({ id: refundId, amountCents, state, source, reason, at }) => ({
      id: refundId,
      amountCents,
      state,
      source,
      reason,
      at: at.toISOString(),
    })),
    cohort: cohort ? presentCohort(cohort) : null,
    provider: provider ?? null,
    isDisputed,
    ways,
    cohorts:
      maySit && order
        ? (await listChoosable(db, { partner: order.partner, now })).map(presentCohort).filter(({ free }) => free > 0)
        : [],
    decided,
  };
}

async function readDecision(
  { db }: EnrolmentServices,
  { kind, reviewId }: FoundMatter,
  order: OrderRecord | undefined,
): Promise<MatterDecision | null> {
  const review = reviewId === null ? undefined : await findReview(db, reviewId);
  // The note of an unseated order may be taken off the list while the student still has the choice.
  if (kind === 'unseated' && order?.state === 'unseated') return null;
  if (review?.resolvedAt)
    return {
      by: review.resolvedBy,
      at: review.resolvedAt.toISOString(),
      way: review.way,
      reason: review.reason,
    };
  return kind === 'unseated' ? { by: null, at: null, way: null, reason: null } : null;
}

async function presentOrder(
  { db, clock, membership }: EnrolmentServices,
  { order }: OrderMoney,
): Promise<MatterDetail['order']> {
  const member = await membership.findMember(db, order.memberId);
  const { firstName, lastName } = personOf(member?.fields ?? {});
  const { name } = await getCohort(db, order.cohortId, clock.now());
  return {
    id: order.id,
    reference: order.reference,
    state: order.state,
    siteId: enrolmentSite,
    memberId: order.memberId,
    student: [firstName, lastName].filter(Boolean).join(' ') || (member?.email ?? ''),
    email: member?.email ?? null,
    educationLevel: (member && (await findCheckedLevel(db, member))) ?? null,
    course: order.course,
    cohortId: order.cohortId,
    cohort: name,
    paymentType: order.paymentType,
    currency: order.currency,
    amountCents: order.amountCents,
    balanceCents: order.balanceCents,
    paidCents: order.paidCents,
    refundedCents: order.refundedCents,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    refundDueAt: refundDueOf(order, await isEnding(db, order)),
    holdUntil: order.holdExpiresAt?.toISOString() ?? null,
  };
}

const presentCohort = (cohort: CohortRecord): NonNullable<MatterDetail['cohort']> => ({
  id: cohort.id,
  name: cohort.name,
  starts: shownStart(cohort),
  free: seatsLeft(cohort),
  taken: cohort.seatsTaken,
  capacity: cohort.capacity,
});

/** What the provider says of a payment that is not ours. */
async function askAboutStranger(
  { cards }: EnrolmentServices,
  checkoutId: string,
): Promise<(NonNullable<MatterDetail['provider']> & { lostCents: number }) | undefined> {
  const checkout = await cards.findCheckout(checkoutId);
  if (!checkout) return undefined;
  const payment = checkout.payment ? await cards.findPayment(checkout.payment.id) : undefined;
  return {
    id: payment?.id ?? null,
    amountCents: payment?.amountCents ?? 0,
    refundedCents: payment?.refundedCents ?? 0,
    lostCents: payment?.lostCents ?? 0,
    currency: checkout.currency,
    at: checkout.createdAt.toISOString(),
  };
}

/** What the provider answers; undefined while it does not. */
async function unlessAway<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment-provider-unavailable') return undefined;
    throw error;
  }
}
