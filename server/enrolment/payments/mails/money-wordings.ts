import { courses } from '../../../../shared/courses.ts';
import { formatAmount } from '../../../../shared/format.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Partner } from '../../../../shared/partners.ts';
import type { PageName } from '../../../../shared/portal-pages.ts';
import { shownStart } from '../../catalogue/cohorts.ts';
import { choiceOf, moveChoiceOf, moveOf, seatAfterPart, startOf, unansweredOf, unchosenOf } from './run-wordings.ts';
import type { ToldCohort, ToldOrder, ToldSeats } from './told.ts';

/** What happened to a member's money. Each is mailed once per order, and again after a failed refund. */
export const moneyNews = [
  'enrolled',
  'processing',
  'failed',
  'unseated',
  'moved',
  'receipt',
  'refund-part',
  'refund-started',
  'refunded',
  'refund-failed',
  'returned-elsewhere',
  'disputed',
  'run-cancelled',
  'run-reminder',
  'run-moved',
  'run-moved-reminder',
  'run-kept',
] as const;
/** An event of a member's money that is mailed. */
export type MoneyNews = (typeof moneyNews)[number];

/** The texts of a mail about money. */
export interface Wording {
  subject: string;
  paragraphs: string[];
  action: { label: string; page: PageName };
  showsReceipt: boolean;
}

/** What came in and has not gone back; before a payment is written down, what was asked for. */
const owedOf = ({ paidCents, refundedCents, lostCents, amountCents }: ToldOrder): number =>
  paidCents > 0 ? paidCents - refundedCents - lostCents : amountCents;

/** What was paid beyond the order, as staff settle it. An order in the making has no payment written down yet. */
const surplusOf = (partner: Partner, order: ToldOrder): string[] => {
  const surplusCents = owedOf(order) - order.amountCents;
  return surplusCents > 0
    ? [`You paid ${formatAmount(partner, surplusCents)} too much. We are paying that back to the card you paid with.`]
    : [];
};

/** What has gone back, and which way. */
function returnedOf(partner: Partner, { refundedCents, amountCents, elsewhereCents = 0 }: ToldOrder): string {
  const amount = (cents: number) => formatAmount(partner, cents);
  const toCard = `${amount((refundedCents || amountCents) - elsewhereCents)} has been paid back to the card you paid with`;
  return elsewhereCents > 0
    ? `${toCard}, and ${amount(elsewhereCents)} another way, as our team arranged with you`
    : toCard;
}

/** That money which goes back leaves the member's other order as it is. */
const standingOf = ({ words }: Partner, { standing }: ToldSeats): string[] =>
  standing === undefined
    ? []
    : [`Your order ${standing} is paid and stays as it is: you keep your seat and your ${words.enrolment}.`];

const noNewDay = {
  refund: 'You have chosen your money back instead of the new first day, so your',
  'no-answer': 'We have not heard from you about the new first day, so your',
} as const;

/** What a refund that begins ends at once. One by staff ends the seat only once the provider has paid it, as another mail tells. */
function endOf({ words }: Partner, { moveAnswer }: ToldOrder, { name, cancelledAt }: ToldCohort, seats: ToldSeats) {
  if (cancelledAt)
    return [`${name} does not take place${seats.endsSeat ? ', so your seat there has been given back' : ''}.`];
  if (seats.endsSeat)
    return [
      `${moveAnswer ? noNewDay[moveAnswer] : 'Your'} seat in ${name} has been given back, and your ${words.enrolment} has ended.`,
    ];
  return moveAnswer
    ? [`Your payment for ${name} arrived after the time to agree to its new first day was over, so it gives no seat.`]
    : [];
}

/** While a bank settles the payment for a seat that can be had. */
function whileKept({ words }: Partner, { course, holdExpiresAt }: ToldOrder): Pick<Wording, 'subject' | 'paragraphs'> {
  const onItsWay = `Your payment for ${courses[course].name} is on its way. This can take up to 3 days.`;
  return {
    subject: 'Your bank is processing your payment',
    paragraphs:
      holdExpiresAt === null
        ? [
            `${onItsWay} The time for which we held your seat had run out. You get a seat if one is free when the payment arrives; if not, you can choose another cohort, or have all of your money back.`,
            'You do not need to do anything. We will write to you as soon as it has arrived. Please do not pay again.',
          ]
        : [
            `${onItsWay} Your seat is kept for you meanwhile.`,
            `You do not need to do anything. We will write to you as soon as your ${words.enrolment} is confirmed. Please do not pay again.`,
          ],
  };
}

/** While a bank settles the payment for a cohort that is cancelled (decision 0077), or was moved with the time to answer over (0085). */
function whileLost(partner: Partner, order: ToldOrder, cohort: ToldCohort): Pick<Wording, 'subject' | 'paragraphs'> {
  const { headline, happened } = moveOf(partner, order, cohort);
  const [news, why] =
    order.noSeat === 'run-moved'
      ? [headline, `${happened}, and the time to agree to that is over. We are sorry.`]
      : [`${cohort.name} does not take place`, `We are sorry: ${cohort.name} does not take place.`];
  return {
    subject: `${news}: your payment goes back`,
    paragraphs: [
      `${why} Your bank is still processing your payment for ${courses[order.course].name}, and what arrives goes back at once. If your bank does not complete it, nothing is charged.`,
      'You do not need to do anything. We will write to you when the money is on its way back. Please do not pay again.',
    ],
  };
}

/** The texts of mails to the member, by event. */
export const moneyWordings: Record<
  MoneyNews,
  (partner: Partner, order: ToldOrder, cohort: ToldCohort, seats: ToldSeats) => Wording
> = {
  enrolled: (partner, order) => ({
    subject: `Your ${partner.code.toUpperCase()} ${partner.words.enrolment} is confirmed`,
    paragraphs: [
      `You are ${partner.words.enrolled} in ${courses[order.course].name}. Your seat is yours and your payment has been received.`,
      order.balanceCents > 0
        ? `You have paid ${order.paymentType === 'deposit' ? 'the deposit of ' : ''}${formatAmount(partner, order.amountCents)}. ${formatAmount(partner, order.balanceCents)} of the course price remain.`
        : 'You have paid in full.',
      ...surplusOf(partner, order),
      'This mail is your receipt.',
    ],
    action: { label: 'View your receipt', page: 'paymentSuccess' },
    showsReceipt: true,
  }),
  processing: (partner, order, cohort) => ({
    ...(order.noSeat ? whileLost(partner, order, cohort) : whileKept(partner, order)),
    action: { label: 'See how it stands', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  failed: (_partner, order) => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      `Your bank did not complete the payment for ${courses[order.course].name}. Nothing was charged. Your seat is no longer held.`,
      'You can try again at any time, with the same or another card.',
    ],
    action: { label: 'Try again', page: 'enrol' },
    showsReceipt: false,
  }),
  unseated: (partner, order, cohort) => ({
    subject: 'Your payment arrived after the class had filled',
    paragraphs: [
      `We have received ${formatAmount(partner, order.amountCents)} for ${cohort.name}, but the last seat went while your payment was on its way. We are sorry.`,
      `You can choose a cohort with a seat at the same price, or have all of your money back. If we do not hear from you within ${limits.unseatedRefundHours} hours, we refund you in full by ourselves.`,
    ],
    action: { label: 'Choose what happens', page: 'paymentSuccess' },
    showsReceipt: true,
  }),
  moved: (partner, order, cohort) => ({
    subject: `You are in another cohort now: ${cohort.name}`,
    paragraphs: [
      `Your seat is now in ${cohort.name}, which starts ${startOf(partner, shownStart(cohort))}. Your old seat has been given back, and there is nothing to pay for the change.`,
      `Your ${partner.words.enrolment} in ${courses[order.course].name} goes on as it was. This mail replaces your earlier receipt. If you did not ask for this, please write to us.`,
    ],
    action: { label: 'View your receipt', page: 'paymentSuccess' },
    showsReceipt: true,
  }),
  receipt: (_partner, order) => ({
    subject: `Your receipt ${order.reference}`,
    paragraphs: ['Here is your receipt once more.'],
    action: { label: 'View your receipt', page: 'paymentSuccess' },
    showsReceipt: true,
  }),
  'refund-part': (partner, order, cohort) => ({
    subject: 'A part of your payment is on its way back',
    paragraphs: [
      `We are paying ${formatAmount(partner, order.backCents ?? order.amountCents)} back to the card you paid with. Banks usually take 5 to 10 days to show it.`,
      ...seatAfterPart(partner, order, cohort),
    ],
    action: { label: 'See how it stands', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  'refund-started': (partner, order, cohort, seats) => ({
    subject: 'Your refund is on its way',
    paragraphs: [
      ...endOf(partner, order, cohort, seats),
      `We are paying ${formatAmount(partner, order.backCents ?? owedOf(order))} back to the card you paid with. Banks usually take 5 to 10 days to show it.`,
      ...standingOf(partner, seats),
    ],
    action: { label: 'See how it stands', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  refunded: (partner, order, _cohort, seats) => ({
    subject: 'Your payment has been refunded',
    paragraphs: [
      `${returnedOf(partner, order)}${seats.endsSeat ? ', and the seat has been given back' : ''}.`,
      'Banks usually take 5 to 10 days to show it.',
      ...standingOf(partner, seats),
    ],
    action: { label: 'Go to your portal', page: 'eligibility' },
    showsReceipt: false,
  }),
  'refund-failed': (_partner, order) => ({
    subject: 'Your refund did not go through',
    paragraphs: [
      `The refund of your payment for ${courses[order.course].name} could not be paid out to the card you paid with. A closed or replaced card is often the reason. The money has not reached you.`,
      'You need not do anything now. Our team has been told, and writes to you to find another way. We never ask for card numbers or passwords by mail.',
      'If you would rather write first, name the reference below.',
    ],
    action: { label: 'See how it stands', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  'returned-elsewhere': ({ words }, order, _cohort, { endsSeat }) => ({
    subject: 'Your money has been paid back another way',
    paragraphs: [
      `The refund of your payment for ${courses[order.course].name} could not be paid out to your card, so we have paid it back another way, as our team arranged with you.`,
      ...(endsSeat ? [`Your ${words.enrolment} has ended with it, and the seat has been given back.`] : []),
      'If it does not reach you, please write to us and name the reference below.',
    ],
    action: { label: 'See how it stands', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  disputed: (partner, order, _cohort, seats) => ({
    subject: seats.endsSeat ? `Your ${partner.words.enrolment} has ended` : 'Your bank has taken a payment back',
    paragraphs: [
      `Your bank has taken the payment for ${courses[order.course].name} back${seats.endsSeat ? ', so the seat has been given back too' : ''}.`,
      ...standingOf(partner, seats),
      'If you did not ask for this, please write to us.',
    ],
    action: { label: 'Go to your portal', page: 'eligibility' },
    showsReceipt: false,
  }),
  'run-cancelled': (partner, order, cohort) => ({
    subject: `${cohort.name} does not take place: please choose what you want instead`,
    paragraphs: [
      `We are sorry: ${cohort.name}, which was to start ${startOf(partner, shownStart(cohort))}, does not take place. Your ${formatAmount(partner, owedOf(order))} is safe.`,
      ...choiceOf(partner, cohort),
    ],
    action: { label: 'Choose what happens', page: 'paymentSuccess' },
    showsReceipt: true,
  }),
  'run-reminder': (partner, order, cohort) => ({
    subject: `Please choose what you want instead of ${cohort.name}`,
    paragraphs: [
      `${unchosenOf(partner, cohort)} Your ${formatAmount(partner, owedOf(order))} is safe.`,
      ...choiceOf(partner, cohort),
    ],
    action: { label: 'Choose what happens', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  'run-moved': (partner, order, cohort) => {
    const { headline, happened, regret } = moveOf(partner, order, cohort);
    return {
      subject: `${headline}: please choose what you want`,
      paragraphs: [
        `${happened}. ${regret}Your ${formatAmount(partner, owedOf(order))} is safe.`,
        ...moveChoiceOf(partner, order, cohort),
      ],
      action: { label: 'Choose what happens', page: 'paymentSuccess' },
      showsReceipt: true,
    };
  },
  'run-moved-reminder': (partner, order, cohort) => ({
    subject: `Please choose: ${moveOf(partner, order, cohort).headline}`,
    paragraphs: [
      `${unansweredOf(partner, order, cohort)} Your ${formatAmount(partner, owedOf(order))} is safe.`,
      ...moveChoiceOf(partner, order, cohort),
    ],
    action: { label: 'Choose what happens', page: 'paymentSuccess' },
    showsReceipt: false,
  }),
  'run-kept': (partner, _order, cohort) => ({
    subject: `You keep your seat in ${cohort.name}`,
    paragraphs: [
      `Thank you. Your seat in ${cohort.name} stays yours, and your course starts ${startOf(partner, shownStart(cohort))}. There is nothing to pay for the change.`,
      'This mail replaces your earlier receipt.',
    ],
    action: { label: 'View your receipt', page: 'paymentSuccess' },
    showsReceipt: true,
  }),
};
