import type { Partner } from '../../../shared/partners.ts';
import { findOccasion } from '../../../shared/webinar-dates.ts';
import { instantOf } from '../../../shared/zoned-time.ts';
import { inWords } from '../../../shared/wording.ts';
import type { Mail } from '../../platform/mail.ts';
import { quote } from '../catalogue/price-book.ts';
import { leadKnownMail, leadLinkMail } from '../leads/lead-mails.ts';
import { moneyNews, type MoneyNews } from '../payments/mails/money-wordings.ts';
import type { ToldCohort, ToldOrder } from '../payments/mails/told.ts';
import { composeMoneyMail } from '../payments/mails/payment-mails.ts';
import { unconfirmedMail } from '../payments/reviews/unconfirmed-mail.ts';
import {
  advisorMeetingMail,
  studentMeetingMail,
  withdrawnMeetingMail,
  type MeetingNews,
} from '../requests/desk/consultation-mails.ts';
import { replyMail } from '../requests/desk/reply-mail.ts';
import { requestCopyMail, requestMail, type AskedRequest } from '../requests/request-mails.ts';
import {
  cancelledMail,
  changedMail,
  recordingMail,
  registeredMail,
  reminderMail,
  unregisteredMail,
  type WebinarNews,
} from '../webinars/webinar-mails.ts';

/** Every mail that the portal sends, addressed to a fictitious student. */

/** The fictitious student's address. */
export const exampleAddress = 'ana.silva@example.org';
const weeksAhead = 5;
const dayMs = 86_400_000;

/** What the example mails depend on. */
export interface ExampleOptions {
  partner: Partner;
  now: Date;
  appUrl: string;
}

export const exampleMails = (options: ExampleOptions): Mail[] => [
  ...moneyMails(options),
  ...leadMails(options),
  ...requestMails(options),
  ...answerMails(options),
  ...webinarMails(options),
];

function moneyMails({ partner, now, appUrl }: ExampleOptions): Mail[] {
  const order: ToldOrder = {
    id: 'ord_example',
    reference: 'INT-7K4Q-2M9X',
    partner: partner.code,
    course: 'cyber',
    paymentType: 'full',
    ...quote('full'),
    paidCents: 0,
    refundedCents: 0,
    lostCents: 0,
    paidAt: now,
    movedFrom: null,
    holdExpiresAt: now,
  };
  const deposit: ToldOrder = {
    ...order,
    id: 'ord_deposit',
    paymentType: 'deposit',
    ...quote('deposit'),
  };
  const cohort: ToldCohort = {
    name: 'Cyber Security (Full-Time)',
    mode: 'full-time',
    startDate: mondayAfter(now),
    startLabel: null,
    schedule: 'Monday to Friday, 9:00 am to 5:00 pm',
    timeZone: partner.timeZone,
    partners: [partner.code],
    cancelledAt: null,
    chooseBy: null,
    answerMoveBy: null,
  };
  const cancelled: ToldCohort = { ...cohort, cancelledAt: now, chooseBy: new Date(now.getTime() + 7 * dayMs) };
  const moved: ToldCohort = { ...cohort, answerMoveBy: cancelled.chooseBy };
  const about = { cohort, to: exampleAddress, firstName: 'Ana', now, appUrl };
  const isOfMove = (news: MoneyNews) => news === 'run-kept' || news.startsWith('run-moved');
  const cohortFor = (news: MoneyNews) => {
    if (isOfMove(news)) return moved;
    return news.startsWith('run-') ? cancelled : cohort;
  };
  return [
    ...moneyNews.map((news) =>
      composeMoneyMail(news, {
        ...about,
        cohort: cohortFor(news),
        order: isOfMove(news) ? { ...order, movedFrom: mondayAfter(new Date(now.getTime() - 14 * dayMs)) } : order,
        endsSeat: news === 'refunded' || news === 'disputed',
      }),
    ),
    { ...composeMoneyMail('enrolled', { ...about, order: deposit }), kind: 'order-enrolled-deposit' },
    unconfirmedMail(partner, { reference: order.reference, reviewId: 'rev_example', to: exampleAddress, appUrl }),
  ];
}

function leadMails({ partner, appUrl }: ExampleOptions): Mail[] {
  const news = { to: exampleAddress, course: 'data', appUrl } as const;
  return [leadLinkMail(partner, { ...news, token: 'example' }), leadKnownMail(partner, news)];
}

function requestMails({ partner, now, appUrl }: ExampleOptions): Mail[] {
  const request = {
    reference: 'INT-Q3WD-8T5R',
    partner,
    from: { name: 'Ana Silva', email: exampleAddress, isProved: false, phone: '+64 21 555 0100' },
    appUrl,
  };
  const wish = { date: mondayAfter(now), topic: 'schedule', slot: 'evening' } as const;
  const message = 'I work until five on weekdays.\n\nCan I still take the part-time course?';
  const asked: AskedRequest['asked'][] = [
    { kind: 'consultation', wish },
    { kind: 'support', message },
  ];
  return asked.flatMap((each) => [requestMail, requestCopyMail].map((compose) => compose({ ...request, asked: each })));
}

function answerMails({ partner, now, appUrl }: ExampleOptions): Mail[] {
  const details = { date: mondayAfter(now), topic: 'schedule', slot: 'evening' };
  const request = {
    id: 'enq_example',
    reference: 'INT-Q3WD-8T5R',
    partner: partner.code,
    name: 'Ana Silva',
    phone: '',
    details,
  };
  const to = { email: exampleAddress, memberId: undefined };
  const startsAt = instantOf(details.date, '17:30', partner.timeZone);
  const meeting = { startsAt, sequence: 0, advisorEmail: 'advisor@example.org', cancelledAt: null };
  const news = { request, meeting, to: exampleAddress, memberId: undefined, now, appUrl };
  const kinds: MeetingNews['kind'][] = ['confirmed', 'moved', 'cancelled'];
  return [
    replyMail(request, to, { subject: 'The part-time course', text: 'Hello Ana,\n\nyes: its classes begin at six.' }),
    ...kinds.flatMap((kind) => [studentMeetingMail, advisorMeetingMail].map((compose) => compose({ ...news, kind }))),
    withdrawnMeetingMail(news),
  ];
}

function webinarMails({ partner, now, appUrl }: ExampleOptions): Mail[] {
  const { startsAt } = findOccasion(exampleWebinar, partner.timeZone, now);
  const news: WebinarNews = {
    partner,
    webinar: inWords(exampleWebinar, partner),
    startsAt,
    sequence: 0,
    memberId: 'mem_example',
    to: exampleAddress,
    now,
    appUrl,
  };
  return [
    registeredMail(news),
    unregisteredMail({ ...news, sequence: 1 }),
    changedMail({ ...news, sequence: 1 }),
    reminderMail(news),
    cancelledMail({ ...news, sequence: 2 }),
    recordingMail({ ...news, link: 'https://video.example.org/your-questions' }),
  ];
}

const exampleWebinar = {
  id: 'example',
  title: 'Cyber Security: your questions',
  description: 'How the {program} works, what a week looks like, what it costs and who can {enrol}. Bring questions.',
  host: 'The admissions team',
  date: { everyWeeks: 2, from: '2026-12-03' },
  time: '18:00',
  minutes: 45,
  link: 'https://meet.example.org/your-questions',
} as const;

/** A Monday some weeks ahead, `2027-03-01`. */
function mondayAfter(now: Date): string {
  const then = new Date(now.getTime() + weeksAhead * 7 * dayMs);
  return new Date(then.getTime() - ((then.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}
