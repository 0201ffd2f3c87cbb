import { courses } from '../../../contract/courses.ts';
import { limits } from '../../../contract/limits.ts';
import { partners, type Partner } from '../../../contract/partners.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { queueMail } from '../../platform/mail.ts';
import { endDate, getCohort, shownStart, type CohortRecord } from '../catalogue/cohorts.ts';
import type { EnrolmentServices } from './orders.ts';
import type { OrderRecord } from './orders.store.ts';

/** What happened to somebody's money. Each is told once per order. */
export type MoneyNews = 'enrolled' | 'processing' | 'failed' | 'unseated' | 'refund-started' | 'refunded' | 'disputed';

interface Wording {
  subject: string;
  paragraphs: string[];
  action: { label: string; page: string };
  showsReceipt: boolean;
}

/** Queues the mail about an order in the caller's transaction. A second one of the same kind is never sent. */
export async function queueMoneyMail(services: EnrolmentServices, order: OrderRecord, news: MoneyNews): Promise<void> {
  const { db: tx, membership, clock, appUrl } = services;
  const partner = partners[order.partner];
  const member = (await membership.findMember(tx, order.memberId))!;
  const cohort = await getCohort(tx, order.cohortId, clock.now());
  const wording = wordings[news](partner, order, cohort);
  const name = greetingName(member.fields['first-name']);
  const mail = layOutMail({
    sender: partner.code.toUpperCase(),
    colour: partner.theme.deep,
    languageTag: partner.languageTag,
    title: wording.subject,
    paragraphs: [...(name ? [`Hello ${name},`] : []), ...wording.paragraphs],
    ...(wording.showsReceipt ? { facts: receiptLines(partner, order, cohort) } : {}),
    action: { label: wording.action.label, url: `${appUrl}/${partner.code}${wording.action.page}` },
    footer: `Reference ${order.reference}. Questions? Write to ${partner.supportEmail}.`,
  });
  await queueMail(tx, {
    kind: `order-${news}`,
    // The proved address: news about money never goes to one that is only asked for.
    to: member.email,
    senderName: `${partner.code.toUpperCase()} ${partner.words.Enrolment}`,
    subject: wording.subject,
    ...mail,
    dedupeKey: `${news}:${order.id}`,
  });
}

/** A name is typed by anybody: one short line of it, so that no mail of ours says somebody else's words. */
const greetingName = (name = ''): string =>
  name
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 40);

const wordings: Record<MoneyNews, (partner: Partner, order: OrderRecord, cohort: CohortRecord) => Wording> = {
  enrolled: ({ words }, order) => ({
    subject: `Your ${words.enrolment} is confirmed`,
    paragraphs: [
      `You are ${words.enrolled} in ${courses[order.course].name}. Your seat is yours and your payment has been received.`,
      order.balanceCents > 0
        ? 'You have paid the deposit. An advisor will contact you to arrange the rest.'
        : 'You have paid in full. There is nothing more to pay.',
      'Keep this mail: it is your receipt.',
    ],
    action: { label: 'View your receipt', page: '/payment/success' },
    showsReceipt: true,
  }),
  processing: ({ words }, order) => ({
    subject: 'Your bank is processing your payment',
    paragraphs: [
      `Your payment for ${courses[order.course].name} is on its way. This can take up to 3 days. Your seat is kept for you meanwhile.`,
      `You do not need to do anything. We will write to you as soon as your ${words.enrolment} is confirmed. Please do not pay again.`,
    ],
    action: { label: 'See how it stands', page: '/payment/success' },
    showsReceipt: false,
  }),
  failed: (_partner, order) => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      `Your bank did not complete the payment for ${courses[order.course].name}. Nothing was charged. Your seat is no longer held.`,
      'You can try again at any time, with the same or another card.',
    ],
    action: { label: 'Try again', page: '/enrol' },
    showsReceipt: false,
  }),
  unseated: (partner, order, cohort) => ({
    subject: 'Your payment arrived after the class had filled',
    paragraphs: [
      `We have received ${money(partner, order.amountCents)} for ${cohort.name}, but the last seat went while your payment was on its way. We are sorry.`,
      `You can choose another cohort at the same price, or have all of your money back. If we do not hear from you within ${limits.unseatedRefundHours} hours, we refund you in full by ourselves.`,
    ],
    action: { label: 'Choose what happens', page: '/payment/success' },
    showsReceipt: true,
  }),
  'refund-started': (partner, order) => ({
    subject: 'Your refund is on its way',
    paragraphs: [
      `We are paying ${money(partner, order.amountCents)} back to the card you paid with. Banks usually take 5 to 10 days to show it.`,
    ],
    action: { label: 'See how it stands', page: '/payment/success' },
    showsReceipt: false,
  }),
  refunded: (partner, order) => ({
    subject: 'Your payment has been refunded',
    paragraphs: [
      `${money(partner, order.amountCents)} has been paid back to the card you paid with, and the seat has been given back.`,
      'Banks usually take 5 to 10 days to show it.',
    ],
    action: { label: `Go to your portal`, page: '/eligibility' },
    showsReceipt: false,
  }),
  disputed: ({ words }, order) => ({
    subject: `Your ${words.enrolment} has ended`,
    paragraphs: [
      `Your bank has taken the payment for ${courses[order.course].name} back, so the seat has been given back too.`,
      'If you did not ask for this, please write to us.',
    ],
    action: { label: 'Go to your portal', page: '/eligibility' },
    showsReceipt: false,
  }),
};

function receiptLines(partner: Partner, order: OrderRecord, cohort: CohortRecord): [string, string][] {
  const end = endDate(cohort);
  return [
    ['Reference', order.reference],
    ['Course', courses[order.course].name],
    ['Cohort', cohort.name],
    ['Starts', showDate(partner, shownStart(cohort))],
    ...(end ? ([['Ends', showDate(partner, end)]] as [string, string][]) : []),
    ...(cohort.schedule
      ? ([['Hours', `${cohort.schedule} (${cityOf(cohort.timeZone)} time)`]] as [string, string][])
      : []),
    ['Paid', `${money(partner, order.amountCents)} (${order.paymentType === 'full' ? 'in full' : 'deposit'})`],
    ...(order.balanceCents > 0 ? ([['Balance', money(partner, order.balanceCents)]] as [string, string][]) : []),
  ];
}

/** "NZ$12,375.00": the currency is always explicit. */
const money = (partner: Partner, cents: number): string =>
  `NZ$${new Intl.NumberFormat(partner.languageTag, { minimumFractionDigits: 2 }).format(cents / 100)}`;

/** "Auckland" of "Pacific/Auckland". */
const cityOf = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ');

/** A day, a month, or the word for no date. */
export function showDate(partner: Partner, start: string): string {
  if (!/^\d/.test(start)) return start;
  const isMonth = start.length === 7;
  return new Intl.DateTimeFormat(partner.languageTag, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    ...(isMonth ? {} : { day: 'numeric', weekday: 'long' }),
  }).format(new Date(`${start}${isMonth ? '-01' : ''}T00:00:00Z`));
}
