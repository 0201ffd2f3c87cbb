import type { ConfirmableLevel, MatterWay } from '../../../../contract/console/matter-schemas.ts';
import { isPermitted, type Role, type StaffScope } from '../../../../contract/permissions.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockReview, resolveReviewItem, resolveReviewsAbout, type Resolution } from '../../../platform/reviews.ts';
import { seatTurn } from '../../catalogue/seats.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { EnrolmentServices } from '../../services.ts';
import { seatOrLeave, takeFirmly } from '../checkouts/settle-checkout.ts';
import type { WhenFull } from '../checkouts/take-money.ts';
import { isWithinPolicy } from '../desk/refund-by-staff.ts';
import { findOrder, lockOrder, type OrderRecord } from '../orders/orders.store.ts';
import { isOwedDisputed, readOrderMoney, type OrderMoney } from './matter-facts.ts';
import { findMatter, type FoundMatter } from './matters.store.ts';
import { isOfStranger } from './show-matter.ts';
import { takeWay } from './take-way.ts';
import { waysOutOf } from './ways-out.ts';

/** What staff have decided about a matter. */
export interface Decision {
  way: MatterWay;
  reason: string;
  cohortId?: string | undefined;
  /** The start of that cohort as they have read it. */
  startDate?: string | undefined;
  educationLevel?: ConfirmableLevel | undefined;
  reference?: string | undefined;
}

/** Who decides. */
export interface Decider {
  scope: Pick<StaffScope, 'partners'>;
  role: Role;
  actor: string;
  staffId: string;
}

/** Kinds of reviews about one order that one decision settles: they ask the same question about the same money. */
const settledTogether: Partial<Record<MatterWay, readonly string[]>> = {
  accept: ['amount-differs'],
  'accept-and-return': ['amount-differs'],
  move: ['unseated-order'],
  'pay-back': ['amount-differs', 'deleted-member-paid', 'dispute-lost-in-part', 'unseated-order'],
};

/**
 * Decides a matter by one of its open ways, in one transaction with the audit entry. Of two people one decides. Idempotent:
 * who repeats their own decision gets no refusal.
 *
 * @throws Refusal matter-not-found, matter-decided with who did what, way-not-open, payment-disputed, and what the way's own
 *   rule refuses: refund-beyond-policy, cohort-moved, cohort-full, payment-provider-unavailable while a checkout that gives
 *   way cannot be expired, or a dispute not be asked about
 */
export async function decideMatter(
  services: EnrolmentServices,
  by: Decider,
  { id, decision }: { id: string; decision: Decision },
): Promise<void> {
  const matter = await findMatter(services.db, by.scope, { id, now: services.clock.now() });
  if (!matter) throw new Refusal('matter-not-found');
  const order = matter.orderId === null ? undefined : await findOrder(services.db, matter.orderId);
  const isDisputed =
    order !== undefined && decision.way === 'returned-elsewhere' && (await isDebtDisputed(services, order));
  const cohortId = cohortToSit(order, decision);
  const decideOnce = (whenFull: WhenFull) =>
    transaction(
      services.db,
      (tx) => decideIn(services, tx, { matter, order, by, decision, isDisputed, whenFull }),
      cohortId === undefined ? {} : seatTurn(cohortId),
    );
  if (cohortId === undefined) return decideOnce('refuse');
  await (decision.way === 'move'
    ? takeFirmly(services, cohortId, () => decideOnce('refuse'))
    : seatOrLeave(services, cohortId, decideOnce));
}

/** The cohort in which a decision takes a seat: its transaction queues for it before it takes a connection. */
function cohortToSit(order: OrderRecord | undefined, { way, cohortId }: Decision): string | undefined {
  if (way === 'move') return cohortId;
  return way === 'accept' || way === 'accept-and-return' ? order?.cohortId : undefined;
}

const isDebtDisputed = async (services: EnrolmentServices, order: OrderRecord): Promise<boolean> =>
  isOwedDisputed(services, (await readOrderMoney(services, services.db, order)).owed);

interface Deciding {
  matter: FoundMatter;
  /** As it was before it was locked. */
  order: OrderRecord | undefined;
  by: Decider;
  decision: Decision;
  /** The provider is not asked inside the transaction. */
  isDisputed: boolean;
  whenFull: WhenFull;
}

async function decideIn(services: EnrolmentServices, tx: Transaction, deciding: Deciding): Promise<void> {
  const { matter, by, decision, isDisputed } = deciding;
  const money = await lockMoney(services, tx, deciding.order);
  if (await isDecided(tx, deciding, money)) return;
  if (isDisputed) throw new Refusal('payment-disputed');
  const facts = { about: matter.about, order: money?.facts, isDisputed, isOfStranger: isOfStranger(matter) };
  if (!waysOutOf(facts).some(({ way }) => way === decision.way)) throw new Refusal('way-not-open');
  if (decision.way === 'pay-back' && money) await requireWithinPolicy(services, tx, by, money.order);
  await recordEntry(tx, {
    siteId: enrolmentSite,
    partner: money?.order.partner ?? null,
    actor: by.actor,
    staffId: by.staffId,
    reason: decision.reason,
    action: 'matter.decided',
    subject: matter.subject,
    note: `${matter.about}: ${decision.way}`,
  });
  const reason = [decision.reference, decision.reason].filter(Boolean).join(': ');
  const resolution: Resolution = { by: by.actor, staffId: by.staffId, way: decision.way, reason };
  if (matter.reviewId !== null) await resolveReviewItem(tx, matter.reviewId, resolution);
  const others = settledTogether[decision.way];
  if (others && matter.orderId !== null) await resolveReviewsAbout(tx, matter.orderId, others, resolution);
  // Last, because of the lock order: a mail may lock a mailbox's budget.
  const staff = { staffId: by.staffId, actor: by.actor, note: reason };
  await takeWay(services, tx, { matter, decision, money, staff, whenFull: deciding.whenFull });
}

/**
 * A paid seat is paid back as at the desk (decision 0104).
 *
 * @throws Refusal refund-beyond-policy
 */
async function requireWithinPolicy(
  { clock }: EnrolmentServices,
  tx: Transaction,
  { role }: Decider,
  order: OrderRecord,
): Promise<void> {
  if (order.state !== 'paid' || isPermitted(role, 'refund-beyond-policy')) return;
  if (!(await isWithinPolicy(tx, order, clock.now()))) throw new Refusal('refund-beyond-policy');
}

/** Locks member and order of a matter, in that order, and reads what there is. */
async function lockMoney(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord | undefined,
): Promise<OrderMoney | undefined> {
  if (!order) return undefined;
  await services.membership.lockIfThere(tx, order.memberId);
  return readOrderMoney(services, tx, await lockOrder(tx, order.id));
}

/**
 * Whether this person has decided the matter in this way before.
 *
 * @throws Refusal matter-decided where it was decided otherwise
 */
async function isDecided(
  tx: Transaction,
  { matter, by, decision }: Deciding,
  money: OrderMoney | undefined,
): Promise<boolean> {
  const review = matter.reviewId === null ? undefined : await lockReview(tx, matter.reviewId);
  const isOver = matter.kind === 'unseated' ? money?.order.state !== 'unseated' : review?.resolvedAt != null;
  if (!isOver) return false;
  if (review?.resolvedByStaff === by.staffId && review.way === decision.way) return true;
  throw new Refusal('matter-decided', {
    extras: {
      decided: {
        by: review?.resolvedBy ?? null,
        at: review?.resolvedAt?.toISOString() ?? null,
        way: review?.way ?? null,
        reason: review?.reason ?? null,
      },
    },
  });
}
