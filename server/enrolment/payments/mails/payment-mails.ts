import { courses } from '../../../../shared/courses.ts';
import { buildFirstDayFile, sequenceSince } from '../../../../shared/first-day.ts';
import {
  cityOf,
  formatAmount,
  formatDay,
  formatMomentIn,
  formatSchedule,
  formatStart,
  hasDate,
} from '../../../../shared/format.ts';
import { partners, type Partner } from '../../../../shared/partners.ts';
import { isDay } from '../../../../shared/zoned-time.ts';
import { personOf } from '../../../../contract/student-fields.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { queueMail, type Attachment, type Mail } from '../../../platform/mail.ts';
import { listDaysOff } from '../../catalogue/class-days.ts';
import { endDate, getCohort, shownStart } from '../../catalogue/cohorts.ts';
import { composePartnerMail, pageAddress } from '../../mails/partner-mail.ts';
import { plainLine } from '../../mails/plain-line.ts';
import { moneyWordings, type MoneyNews } from './money-wordings.ts';
import { isFirstDay } from './run-wordings.ts';
import type { ToldCohort, ToldOrder, ToldSeats } from './told.ts';
import type { EnrolmentServices } from '../../services.ts';
import { isEnding, whyNoSeat } from '../orders/orders.ts';
import { listOrders, type OrderRecord } from '../orders/orders.store.ts';

/** The data of a mail about an order. */
export interface MoneyMatter extends ToldSeats {
  order: ToldOrder;
  cohort: ToldCohort;
  /** The cohort that the order has left, whose first day is in the member's calendar. */
  before?: ToldCohort;
  /** The member's current address, never one that an unconfirmed change of address asks for. */
  to: string;
  firstName: string;
  /** Number of failed refunds of this order: part of the dedupe key, so that each failure allows a new mail. */
  failures?: number;
  /** What else allows another mail of the same kind for the order: a press of staff, the cohort it is about. */
  occasion?: string;
  now: Date;
  appUrl: string;
}

interface ToldMoney
  extends
    Pick<MoneyMatter, 'before' | 'endsSeat' | 'failures' | 'occasion'>,
    Pick<ToldOrder, 'backCents' | 'elsewhereCents' | 'moveAnswer' | 'noSeat'> {
  order: OrderRecord;
  news: MoneyNews;
}

/** Mails that need no money to trigger, so that an attacker could flood a mailbox with them. */
const costsNothing: readonly MoneyNews[] = ['processing', 'failed'];

/** Mails of money that goes back, perhaps because another order of the member is paid. */
const goesBack: readonly MoneyNews[] = ['refund-started', 'refunded', 'disputed'];

/** Reference of the member's other order that is paid and stays as it is, if there is one. */
async function findStanding(tx: Transaction, { id, memberId }: OrderRecord, now: Date): Promise<string | undefined> {
  const others = (await listOrders(tx, memberId)).filter((other) => other.id !== id && other.state === 'paid');
  for (const other of others) {
    const { cancelledAt } = await getCohort(tx, other.cohortId, now);
    if (cancelledAt === null && !(await isEnding(tx, other))) return other.reference;
  }
  return undefined;
}

/**
 * Queues the mail about an order, last in the transaction because of the lock order. Deduplicated per kind, until a
 * refund fails. A deleted member gets none: no address is kept, and the card provider can reach the payer. To an
 * unproved address, mail that costs nothing to trigger is dropped above the strangers' budget of the mailbox.
 */
export async function queueMoneyMail(
  services: EnrolmentServices,
  tx: Transaction,
  { order: record, news, before, endsSeat = false, failures = 0, occasion, ...told }: ToldMoney,
): Promise<void> {
  const { membership, clock, appUrl } = services;
  const order = { ...record, ...told };
  const member = await membership.findMember(tx, order.memberId);
  if (!member) return;
  const now = clock.now();
  const cohort = await getCohort(tx, order.cohortId, now);
  // An unproved address may belong to another person.
  const firstName = member.verified ? personOf(member.fields).firstName : '';
  const matter = {
    order,
    cohort,
    to: member.email,
    firstName,
    endsSeat,
    standing: goesBack.includes(news) ? await findStanding(tx, record, now) : undefined,
    failures,
    now,
    appUrl,
    ...(before && { before }),
    ...(occasion && { occasion }),
  };
  const turn =
    member.verified || !costsNothing.includes(news)
      ? { afterSeconds: 0 }
      : await membership.bookMail(tx, { email: member.email, slot: `order-${news}\0${order.id}` });
  if ('refusedSeconds' in turn) return;
  await queueMail(services, tx, {
    ...composeMoneyMail(news, matter),
    memberId: member.id,
    afterSeconds: turn.afterSeconds,
  });
}

/**
 * Mails that a bank is processing the payment of an order, and again where it buys no seat any more: once for a cancelled
 * cohort, and for each move of one.
 *
 * @param order as it is by now: the mail tells whether a seat is held
 */
export async function mailProcessing(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  const now = services.clock.now();
  const cohort = await getCohort(tx, order.cohortId, now);
  const noSeat = whyNoSeat(order, cohort, now);
  const occasions = { 'run-cancelled': cohort.id, 'run-moved': `${cohort.id}-${cohort.moves}` };
  await queueMoneyMail(services, tx, { order, news: 'processing', noSeat, occasion: noSeat && occasions[noSeat] });
}

/** Longest name in a greeting, in characters. */
const nameLength = 40;

/** What the calendar is told: a cohort without a day puts nothing in the place of the day that was left, which goes. */
const calendarMatter = (matter: MoneyMatter): MoneyMatter =>
  matter.before && !isDay(shownStart(matter.cohort)) ? { ...matter, cohort: matter.before, endsSeat: true } : matter;

/** What the calendar's file does in a mail to somebody whose seat is ended or asked about. */
function calendarNote({ order, endsSeat }: MoneyMatter): string {
  if (endsSeat) return 'The file with this mail takes your first day out of your calendar.';
  const does = isFirstDay(order) ? 'puts your first day into' : 'moves your first day in';
  return `The file with this mail ${does} your calendar.`;
}

/** Composes the mail about an event of an order. */
export function composeMoneyMail(news: MoneyNews, matter: MoneyMatter): Mail {
  const { order, cohort, to, endsSeat, failures = 0, occasion, appUrl } = matter;
  const partner = partners[order.partner];
  const { subject, paragraphs, action, showsReceipt } = moneyWordings[news](partner, order, cohort, matter);
  const firstName = plainLine(matter.firstName, nameLength);
  const isSeated = news === 'enrolled' || news === 'moved' || news === 'run-kept';
  const inCalendar = calendarMatter(matter);
  const calendar =
    isSeated || endsSeat || news === 'run-moved'
      ? firstDayFile(partner, inCalendar, sequenceOf(news, matter))
      : undefined;
  return composePartnerMail(partner, {
    kind: `order-${news}`,
    to,
    subject,
    paragraphs: [...(firstName ? [`Hello ${firstName},`] : []), ...paragraphs],
    ...(showsReceipt && { facts: receiptLines(partner, order, cohort) }),
    action: { label: action.label, url: pageAddress(appUrl, partner, action.page) },
    ...(calendar && { attachments: [calendar] }),
    ...(isSeated && { steps: { title: 'Your next steps', items: nextSteps(matter, calendar !== undefined) } }),
    ...(calendar && (!isSeated || inCalendar.endsSeat) && { notes: [calendarNote(inCalendar)] }),
    closing: `Reference ${order.reference}.`,
    // The timeline of an order finds its mails by the second part.
    dedupeKey: [news, order.id, ...(failures === 0 ? [] : [failures]), ...(occasion ? [occasion] : [])].join(':'),
  });
}

/** SEQUENCE of the calendar entry (RFC 5545): 0 for the first, then higher with each minute since the payment. */
const sequenceOf = (news: MoneyNews, { order: { paidAt }, now }: MoneyMatter): number =>
  news === 'enrolled' ? 0 : sequenceSince(paidAt ?? now, now);

/** The next steps that the screens promise this mail to list. */
function nextSteps({ order, cohort }: MoneyMatter, hasCalendar: boolean): string[] {
  return [
    firstDayStep(partners[order.partner], cohort, hasCalendar),
    order.balanceCents > 0
      ? `An advisor contacts you to arrange ${order.paymentType === 'deposit' ? 'your monthly payments' : 'the rest'}. Nothing is taken from your card by itself.`
      : 'There is nothing more to pay. Keep this mail for your records.',
  ];
}

/** A day is meant where the cohort is taught: for a student abroad the class may begin on another date. */
function firstDayStep(partner: Partner, cohort: ToldCohort, hasCalendar: boolean): string {
  const start = shownStart(cohort);
  const day = formatStart(partner, start);
  if (!hasDate(start))
    return 'Wait for your first day: it is set with the next intake of your course. An advisor writes to you once it is.';
  if (!isDay(start)) return `Keep time from ${day}: your course starts then. Its first day is not set yet.`;
  const file = hasCalendar
    ? ': the file with this mail puts your first day into your calendar, on your own clock.'
    : '.';
  return `Keep ${day} free (the date in ${cityOf(cohort.timeZone)})${file}`;
}

function receiptLines(partner: Partner, order: ToldOrder, cohort: ToldCohort): [string, string][] {
  const end = endDate(cohort);
  const { schedule, timeZone } = cohort;
  const daysOff = end
    ? listDaysOff(cohort, { from: cohort.startDate!, until: end }).map(
        ({ date, name }) => `${formatDay(partner, date)} (${name})`,
      )
    : [];
  const amount = (cents: number) => formatAmount(partner, cents);
  const { amountCents, balanceCents, discountCents, refundedCents, lostCents } = order;
  const paidInFull = balanceCents > 0 ? 'in part' : 'in full';
  const paidHow = order.paymentType === 'full' ? paidInFull : 'deposit';
  return [
    ['Reference', order.reference],
    ['Course', courses[order.course].name],
    ['Cohort', cohort.name],
    ['Starts', formatStart(partner, shownStart(cohort))],
    ...(end ? ([['Ends', formatDay(partner, end)]] as [string, string][]) : []),
    ...(schedule ? ([['Hours', formatSchedule(schedule, timeZone)]] as [string, string][]) : []),
    ...(daysOff.length > 0 ? ([['No class on', daysOff.join(', ')]] as [string, string][]) : []),
    ['Course price', amount(amountCents + balanceCents + discountCents)],
    ...(discountCents > 0 ? ([['Discount', `−${amount(discountCents)}`]] as [string, string][]) : []),
    ['Paid', `${amount(amountCents)} (${paidHow})`],
    ...(order.paidAt
      ? ([['Paid on', formatMomentIn(partner.timeZone, partner, order.paidAt.toISOString())]] as [string, string][])
      : []),
    ...(refundedCents > 0 ? ([['Refunded', amount(refundedCents)]] as [string, string][]) : []),
    ...(lostCents > 0 ? ([['Taken back by your bank', amount(lostCents)]] as [string, string][]) : []),
    ...(balanceCents > 0 ? ([['Balance', amount(balanceCents)]] as [string, string][]) : []),
  ];
}

/** The calendar entry that the receipt page offers too; cancelled when the seat is lost. */
function firstDayFile(
  partner: Partner,
  { order, cohort, to, endsSeat, now, appUrl }: MoneyMatter,
  sequence: number,
): Attachment | undefined {
  const { name, schedule, timeZone } = cohort;
  const text = buildFirstDayFile({
    partner,
    reference: order.reference,
    course: order.course,
    cohort: { name, startDate: shownStart(cohort), schedule, timeZone },
    sequence,
    madeAt: now,
    url: pageAddress(appUrl, partner, 'paymentSuccess'),
    cancelledFor: endsSeat ? to : undefined,
  });
  return text === undefined ? undefined : { name: 'first-day.ics', type: 'text/calendar; charset=utf-8', text };
}
