import { buildCalendarFile, findFirstClass } from '../../../shared/calendar-file.ts';
import { courses } from '../../../shared/courses.ts';
import { formatAmount, formatDay, formatMomentIn, formatSchedule, formatStart } from '../../../shared/format.ts';
import { partners, type Partner } from '../../../shared/partners.ts';
import { personOf } from '../../../contract/student-fields.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { queueMail, type Attachment, type Mail } from '../../platform/mail.ts';
import { endDate, getCohort, shownStart } from '../catalogue/cohorts.ts';
import { composePartnerMail, lookOf, pageAddress } from '../mails/partner-mail.ts';
import { plainLine } from '../mails/plain-line.ts';
import { moneyWordings, type MoneyNews, type ToldCohort, type ToldOrder } from './money-wordings.ts';
import type { EnrolmentServices } from '../services.ts';
import type { OrderRecord } from './orders.store.ts';

/** All that a mail about an order is made of. */
export interface MoneyMatter {
  order: ToldOrder;
  cohort: ToldCohort;
  /** The proved address: news about money never goes to one that is only asked for. */
  to: string;
  firstName: string;
  /** The member had the first day in a calendar and loses the seat. */
  endsSeat?: boolean;
  /** Refunds of this order that came to nothing: after each of them there is news again. */
  failures?: number;
  now: Date;
  appUrl: string;
}

interface ToldMoney extends Pick<MoneyMatter, 'endsSeat' | 'failures'> {
  order: OrderRecord;
  news: MoneyNews;
}

/** News before any money is here: causing it costs nothing, so a stranger could cause it again and again. */
const costsNothing: readonly MoneyNews[] = ['processing', 'failed'];

/**
 * Queues the mail about an order, as the last thing of the transaction. A second one of the same kind is
 * sent only when a refund has failed between the two. Of a member who has been deleted no address is kept, so there is
 * none; the card provider knows who paid and can write to them. To an address that is not proved, news that costs
 * nothing counts as what strangers cause there: beyond that no mail comes, and the page alone tells it.
 */
export async function queueMoneyMail(
  services: EnrolmentServices,
  tx: Transaction,
  { order, news, endsSeat = false, failures = 0 }: ToldMoney,
): Promise<void> {
  const { membership, clock, appUrl } = services;
  const member = await membership.findMember(tx, order.memberId);
  if (!member) return;
  const now = clock.now();
  const cohort = await getCohort(tx, order.cohortId, now);
  // At an address that is not proved a stranger may read it.
  const firstName = member.verified ? personOf(member.fields).firstName : '';
  const matter = { order, cohort, to: member.email, firstName, endsSeat, failures, now, appUrl };
  const turn =
    member.verified || !costsNothing.includes(news)
      ? { afterSeconds: 0 }
      : await membership.bookMail(tx, { email: member.email, slot: `order-${news}\0${order.id}` });
  if ('refusedSeconds' in turn) return;
  await queueMail(services, tx, { ...composeMoneyMail(news, matter), afterSeconds: turn.afterSeconds });
}

/** Who is greeted by name is greeted by a short one. */
const nameLength = 40;

export function composeMoneyMail(news: MoneyNews, matter: MoneyMatter): Mail {
  const { order, cohort, to, endsSeat, failures = 0, appUrl } = matter;
  const partner = partners[order.partner];
  const { subject, paragraphs, action, showsReceipt } = moneyWordings[news](partner, order, cohort);
  const firstName = plainLine(matter.firstName, nameLength);
  const calendar = news === 'enrolled' || endsSeat ? firstDayFile(partner, matter) : undefined;
  return composePartnerMail(partner, {
    kind: `order-${news}`,
    to,
    subject,
    paragraphs: [...(firstName ? [`Hello ${firstName},`] : []), ...paragraphs],
    ...(showsReceipt && { facts: receiptLines(partner, order, cohort) }),
    action: { label: action.label, url: pageAddress(appUrl, partner, action.page) },
    ...(calendar && { attachments: [calendar] }),
    ...(news === 'enrolled'
      ? { steps: { title: 'Your next steps', items: nextSteps(matter, calendar !== undefined) } }
      : calendar && { notes: ['The file with this mail takes your first day out of your calendar.'] }),
    closing: `Reference ${order.reference}.`,
    dedupeKey: failures === 0 ? `${news}:${order.id}` : `${news}:${order.id}:${failures}`,
  });
}

/** What the screens promise that this mail says. */
function nextSteps({ order, cohort }: MoneyMatter, hasCalendar: boolean): string[] {
  const start = shownStart(cohort);
  const day = formatStart(partners[order.partner], start);
  return [
    /^\d/.test(start)
      ? `Keep ${day} free${hasCalendar ? ': the file with this mail puts your first day into your calendar.' : '.'}`
      : 'Wait for your first day: it is set with the next intake of your course.',
    order.balanceCents > 0
      ? 'An advisor contacts you to arrange your monthly payments. Nothing is taken from your card by itself.'
      : 'There is nothing more to pay. Keep this mail for your records.',
  ];
}

function receiptLines(partner: Partner, order: ToldOrder, cohort: ToldCohort): [string, string][] {
  const end = endDate(cohort);
  const { schedule, timeZone } = cohort;
  const paidHow = order.paymentType === 'full' ? 'in full' : 'deposit';
  return [
    ['Reference', order.reference],
    ['Course', courses[order.course].name],
    ['Cohort', cohort.name],
    ['Starts', formatStart(partner, shownStart(cohort))],
    ...(end ? ([['Ends', formatDay(partner, end)]] as [string, string][]) : []),
    ...(schedule ? ([['Hours', formatSchedule(schedule, timeZone)]] as [string, string][]) : []),
    ['Paid', `${formatAmount(partner, order.amountCents)} (${paidHow})`],
    ...(order.paidAt
      ? ([['Paid on', formatMomentIn(partner.timeZone, partner, order.paidAt.toISOString())]] as [string, string][])
      : []),
    ...(order.balanceCents > 0 ? ([['Balance', formatAmount(partner, order.balanceCents)]] as [string, string][]) : []),
  ];
}

/** The same entry as the receipt page's; taken out again once the seat is gone. */
function firstDayFile(
  partner: Partner,
  { order, cohort, to, endsSeat, now, appUrl }: MoneyMatter,
): Attachment | undefined {
  const { schedule, timeZone } = cohort;
  const when = findFirstClass({ startDate: shownStart(cohort), schedule, timeZone });
  if (!when) return undefined;
  return {
    name: 'first-day.ics',
    type: 'text/calendar; charset=utf-8',
    text: buildCalendarFile({
      uid: `${order.reference}@intake`,
      sequence: endsSeat ? 1 : 0,
      madeAt: now,
      when,
      title: `${courses[order.course].name}: first day`,
      description: [cohort.name, schedule && formatSchedule(schedule, timeZone), `Reference ${order.reference}`]
        .filter(Boolean)
        .join('\n'),
      url: pageAddress(appUrl, partner, 'paymentSuccess'),
      organizer: { name: lookOf(partner).senderName, email: partner.supportEmail },
      ...(endsSeat && { cancelledFor: to }),
    }),
  };
}
